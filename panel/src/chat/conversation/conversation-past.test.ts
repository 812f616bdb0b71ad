import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLE_MESSAGE, sampleSender } from '../../testing/samples.ts';
import {
  applyEvent,
  type ConversationEvent,
  type ConversationState,
  countArrived,
  EMPTY_CONVERSATION,
  isApart,
  isShown,
  lastSeqOf,
  missingAfter,
} from './conversation-state.ts';

const USER = 'lan';

const message = (seq: number): ChatMessage => ({
  ...SAMPLE_MESSAGE,
  _id: `m${seq}`,
  content: `tin ${seq}`,
  sender: seq % 2 === 0 ? sampleSender('admin-1', 'admin') : sampleSender(USER, 'user'),
  receiver: seq % 2 === 0 ? USER : null,
  createdAt: new Date(seq * 1_000).toISOString(),
  isAdminMessage: seq % 2 === 0,
  seq,
});
const upTo = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
const page = (kind: 'page' | 'around' | 'newest', first: number, last: number, lastSeq: number): ConversationEvent => ({
  kind,
  messages: upTo(Math.max(1, first), Math.min(last, lastSeq)).map(message),
  conversation: { lastSeq, userReadSeq: 0, adminReadSeq: 0 },
});
const arrival = (seq: number): ConversationEvent => ({ kind: 'message', message: message(seq) });
const known = (...events: readonly ConversationEvent[]) => events.reduce(applyEvent, EMPTY_CONVERSATION);
const seqs = (state: ConversationState) => state.messages.map(({ seq }) => seq);

describe('applyEvent: a detached window', () => {
  const past = known(page('newest', 91, 100, 100), page('around', 41, 60, 100));

  it('replaces the newest messages, and reports no messages missing after it', () => {
    expect(seqs(past)).toEqual(upTo(41, 60));
    expect(isApart(past)).toBe(true);
    expect(missingAfter(past)).toBeUndefined();
    expect([isShown(past, 50), isShown(past, 95)]).toEqual([true, false]);
  });

  it('does not get new messages; countArrived counts those of others', () => {
    const later = [101, 102, 103].map(arrival).reduce(applyEvent, past);
    expect(seqs(later)).toEqual(upTo(41, 60));
    expect(countArrived(later, 'admin-1')).toBe(2);
    expect(countArrived(later, 'admin-2')).toBe(3);
    const elsewhere = applyEvent(later, page('around', 11, 20, 103));
    expect(seqs(elsewhere)).toEqual(upTo(11, 20));
    expect(countArrived(elsewhere, 'admin-2'), 'since one left the newest').toBe(3);
  });

  it('countArrived: includes lost messages once the server sends a higher lastSeq', () => {
    expect(countArrived(applyEvent(past, page('page', 61, 61, 104)), 'admin-2')).toBe(4);
  });

  it('grows in both directions, and is attached once it reaches the newest', () => {
    const both = [page('page', 21, 40, 100), page('page', 61, 80, 100)].reduce(applyEvent, past);
    expect(seqs(both)).toEqual(upTo(21, 80));
    expect(isApart(both)).toBe(true);
    const whole = applyEvent(both, page('page', 81, 90, 100));
    expect(seqs(whole), 'with what was shown before').toEqual(upTo(21, 100));
    expect(isApart(whole)).toBe(false);
    expect(seqs(applyEvent(whole, arrival(101)))).toEqual(upTo(21, 101));
  });

  it('is replaced by the newest page', () => {
    const back = applyEvent(applyEvent(past, arrival(103)), page('newest', 94, 102, 103));
    expect(seqs(back)).toEqual(upTo(91, 103));
    expect(isApart(back)).toBe(false);
    expect(countArrived(back)).toBe(0);
  });

  it('a window that ends with the newest message is not detached', () => {
    const end = known(page('around', 90, 100, 100));
    expect(isApart(end)).toBe(false);
    expect(isApart(applyEvent(known(page('around', 80, 99, 100)), arrival(100)))).toBe(false);
  });
});

describe('applyEvent with windows, pages and messages lost, repeated or late', () => {
  const SIZE = 6;
  const step = fc.oneof(
    fc.record({ kind: fc.constantFrom('arrival', 'around', 'page', 'lost' as const), at: fc.nat({ max: 60 }) }),
    fc.record({ kind: fc.constantFrom('newest', 'older', 'newer' as const), at: fc.constant(0) }),
  );

  it('the shown messages never have a gap, and loading on ends in the server’s list', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(step, { maxLength: 40 }), (start, steps) => {
        let serverLast = start;
        let state = EMPTY_CONVERSATION;
        const apply = (event: ConversationEvent) => {
          state = applyEvent(state, event);
          expect(applyEvent(state, event), 'the same again').toEqual(state);
          expect(seqs(state)).toEqual(upTo(state.messages[0]?.seq ?? 1, lastSeqOf(state)));
          expect(isApart(state) && lastSeqOf(state) >= state.knownLastSeq).toBe(false);
        };
        const readNewer = () => {
          const last = lastSeqOf(state);
          apply(page('page', last + 1, last + SIZE, serverLast));
        };
        for (const { kind, at } of steps) {
          const seq = (at % serverLast) + 1;
          if (kind === 'arrival') {
            if (at % 3 === 0) serverLast += 1;
            apply(arrival(at % 3 === 0 ? serverLast : seq));
          } else if (kind === 'lost') serverLast += 1;
          else if (kind === 'around') {
            apply(page('around', seq - SIZE, seq + SIZE, serverLast));
            expect(isShown(state, seq)).toBe(true);
          } else if (kind === 'newest') apply(page('newest', serverLast - SIZE + 1, serverLast, serverLast));
          else if (kind === 'page') apply(page('page', seq, seq + SIZE, serverLast));
          else if (kind === 'newer') readNewer();
          else {
            const before = state.messages[0]?.seq ?? 1;
            apply(page('page', before - SIZE, before - 1, serverLast));
          }
        }
        readNewer();
        for (let round = 0; round < 100 && (isApart(state) || missingAfter(state) !== undefined); round += 1)
          readNewer();
        while ((state.messages[0]?.seq ?? 1) > 1) {
          const before = state.messages[0]?.seq ?? 1;
          apply(page('page', before - SIZE, before - 1, serverLast));
        }
        expect(seqs(state)).toEqual(upTo(1, serverLast));
        expect(state.held).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
