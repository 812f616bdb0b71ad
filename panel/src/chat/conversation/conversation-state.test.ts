import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLE_MESSAGE, sampleSender } from '../../testing/samples.ts';
import { quoteOf } from '../quotes/quote.ts';
import {
  applyEvent,
  type ConversationEvent,
  type ConversationState,
  EMPTY_CONVERSATION,
  firstUnread,
  hasOlder,
  isApart,
  isRead,
  lastSeqOf,
  missingAfter,
  settledUpTo,
  userIdOf,
} from './conversation-state.ts';

const USER = 'user-1';

function message(seq: number, fields: Partial<ChatMessage> = {}): ChatMessage {
  return {
    ...SAMPLE_MESSAGE,
    _id: `m${seq}`,
    content: `tin ${seq}`,
    sender: seq % 2 === 0 ? sampleSender('admin-1', 'admin') : sampleSender(USER, 'user'),
    receiver: seq % 2 === 0 ? USER : null,
    createdAt: new Date(Date.UTC(2026, 10, 21) + seq * 1_000).toISOString(),
    isAdminMessage: seq % 2 === 0,
    seq,
    ...fields,
  };
}

const messages = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => message(first + index));
const page = (first: number, last: number, lastSeq = last): ConversationEvent => ({
  kind: 'page',
  messages: messages(first, last),
  conversation: { lastSeq, userReadSeq: 0, adminReadSeq: 0 },
});
const arrival = (seq: number): ConversationEvent => ({ kind: 'message', message: message(seq) });
const known = (...events: readonly ConversationEvent[]) => events.reduce(applyEvent, EMPTY_CONVERSATION);
const seqs = (state: ConversationState) => state.messages.map(({ seq }) => seq);
const upTo = (first: number, last: number) => messages(first, last).map(({ seq }) => seq);

/** Fetches as the panel does, until no message is missing; the server sends `limit` at a time. */
function resync(state: ConversationState, serverLast: number, limit: number): ConversationState {
  let now = applyEvent(state, page(lastSeqOf(state) + 1, Math.min(serverLast, lastSeqOf(state) + limit), serverLast));
  for (let missing = missingAfter(now); missing !== undefined; missing = missingAfter(now)) {
    now = applyEvent(now, page(missing + 1, Math.min(serverLast, missing + limit), serverLast));
  }
  return now;
}

describe('applyEvent: messages', () => {
  it('in order: shown at once', () => {
    const state = known(page(1, 3), arrival(4), arrival(5));
    expect(seqs(state)).toEqual([1, 2, 3, 4, 5]);
    expect(missingAfter(state)).toBeUndefined();
  });

  it('after a gap: buffered, and missingAfter reports the gap', () => {
    const state = known(page(1, 3), arrival(5), arrival(6));
    expect(seqs(state)).toEqual([1, 2, 3]);
    expect(missingAfter(state)).toBe(3);
    expect(seqs(applyEvent(state, arrival(4)))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('before the first page: neither lost nor shown before it', () => {
    const early = known(arrival(5), arrival(7));
    expect(early.messages).toEqual([]);
    const state = applyEvent(early, page(2, 4));
    expect(seqs(state)).toEqual([2, 3, 4, 5]);
    expect(missingAfter(state)).toBe(5);
  });

  it('of an empty conversation: start with seq 1', () => {
    const empty = known(page(1, 0));
    expect(empty.isLoaded).toBe(true);
    expect(missingAfter(empty)).toBeUndefined();
    expect(seqs(applyEvent(empty, arrival(1)))).toEqual([1]);
    expect(missingAfter(applyEvent(empty, arrival(2)))).toBe(0);
  });

  it('older ones are added before, until the first', () => {
    const state = known(page(51, 60));
    expect(hasOlder(state)).toBe(true);
    const older = applyEvent(state, page(41, 50, 60));
    expect(seqs(older)).toEqual(upTo(41, 60));
    const whole = applyEvent(older, page(1, 40, 60));
    expect(seqs(whole)).toEqual(upTo(1, 60));
    expect(hasOlder(whole)).toBe(false);
    expect(hasOlder(applyEvent(older, { kind: 'beginning' }))).toBe(false);
  });

  it('hasOlder: false before the first page, and of an empty conversation', () => {
    expect([hasOlder(EMPTY_CONVERSATION), hasOlder(known(page(1, 0)))]).toEqual([false, false]);
    expect(hasOlder({ ...known(page(51, 60)), isLoaded: false })).toBe(false);
  });

  it('of a page that is newer than its conversation: the newest is known', () => {
    expect(known(page(51, 60, 55))).toMatchObject({ knownLastSeq: 60 });
    expect(known(page(51, 60, 65))).toMatchObject({ knownLastSeq: 65 });
  });

  it('a window around an old message, then the newest: what follows is loaded on demand, then known again', () => {
    const whole = known(page(1, 3), { kind: 'beginning' });
    const conversation = { lastSeq: 60, userReadSeq: 0, adminReadSeq: 0 };
    const apart = applyEvent(whole, { kind: 'around', messages: messages(21, 25), conversation });
    expect(seqs(apart)).toEqual(upTo(21, 25));
    expect([isApart(apart), hasOlder(apart), missingAfter(apart)]).toEqual([true, true, undefined]);
    const newest = applyEvent(apart, { kind: 'newest', messages: messages(56, 58), conversation });
    expect(seqs(newest)).toEqual(upTo(56, 58));
    expect([isApart(newest), missingAfter(newest)]).toEqual([false, 58]);
  });

  it('far older than all known ones: not shown', () => {
    expect(seqs(applyEvent(known(page(51, 60)), arrival(7)))).toEqual(upTo(51, 60));
  });

  it('retain the sender’s tempId when they are fetched a second time without it', () => {
    const own: ConversationEvent = { kind: 'message', message: message(4, { tempId: 'k' }) };
    const state = known(page(1, 3), own, page(4, 4));
    expect(state.messages.at(-1)?.tempId).toBe('k');
  });
});

describe('applyEvent with messages lost, repeated or late', () => {
  const events = fc.integer({ min: 0, max: 40 }).chain((serverLast) =>
    fc.record({
      serverLast: fc.constant(serverLast),
      firstPage: fc.record({ last: fc.integer({ min: 0, max: serverLast }), size: fc.integer({ min: 1, max: 10 }) }),
      before: fc.array(fc.integer({ min: 1, max: Math.max(1, serverLast) }), { maxLength: 20 }),
      later: fc.array(fc.integer({ min: 1, max: Math.max(1, serverLast) }), { maxLength: 80 }),
      limit: fc.integer({ min: 1, max: 10 }),
    }),
  );

  it('a resync ends in the server’s list, each message once and in order', () => {
    fc.assert(
      fc.property(events, ({ serverLast, firstPage, before, later, limit }) => {
        const isStored = (seq: number) => seq <= serverLast;
        const first = Math.max(1, firstPage.last - firstPage.size + 1);
        const received = [
          ...before.filter(isStored).map(arrival),
          page(first, firstPage.last),
          ...later.filter(isStored).map(arrival),
        ];
        const state = resync(known(...received), serverLast, limit);
        const oldest = state.messages[0]?.seq ?? 1;
        expect(oldest, 'the first page is part of it').toBeLessThanOrEqual(first);
        expect(seqs(state)).toEqual(upTo(oldest, serverLast));
        expect(state.held).toEqual([]);
      }),
    );
  });

  it('the shown messages never have a gap', () => {
    fc.assert(
      fc.property(events, ({ serverLast, firstPage, before, later }) => {
        let state = EMPTY_CONVERSATION;
        const first = Math.max(1, firstPage.last - firstPage.size + 1);
        const received = [...before.map(arrival), page(first, firstPage.last, serverLast), ...later.map(arrival)];
        for (const event of received) {
          state = applyEvent(state, event);
          expect(seqs(state)).toEqual(upTo(state.messages[0]?.seq ?? 1, lastSeqOf(state)));
          expect(applyEvent(state, event)).toEqual(state);
        }
      }),
    );
  });
});

describe('applyEvent: read marks', () => {
  it('move up to a message, never back, separately for each side', () => {
    const state = known(page(1, 4), { kind: 'read-by-user', upToSeq: 4 }, { kind: 'read-by-user', upToSeq: 2 });
    expect(state.messages.map((one) => isRead(state, one))).toEqual([false, true, false, true]);
    expect(firstUnread(state)?.seq).toBe(1);
    const both = applyEvent(state, { kind: 'read-by-admins', upToSeq: 1 });
    expect(firstUnread(both)?.seq).toBe(3);
    expect(isRead(both, message(6))).toBe(false);
  });

  it('of a page move them up, never back', () => {
    const withMarks = (userReadSeq: number, adminReadSeq: number): ConversationEvent => ({
      kind: 'page',
      messages: messages(1, 4),
      conversation: { lastSeq: 4, userReadSeq, adminReadSeq },
    });
    const state = known(withMarks(4, 1));
    expect(state).toMatchObject({ userReadSeq: 4, adminReadSeq: 1 });
    expect(applyEvent(state, withMarks(2, 3))).toMatchObject({ userReadSeq: 4, adminReadSeq: 3 });
  });

  it('a message that was read stays read in an older response', () => {
    const of = (read: boolean): ConversationEvent => ({
      kind: 'page',
      messages: [message(1, { read })],
      conversation: { lastSeq: 1, userReadSeq: 0, adminReadSeq: 0 },
    });
    const reads = [known(of(true), of(false)), known(of(false), of(true)), known(of(false), of(false))];
    expect(reads.map((state) => state.messages[0]?.read)).toEqual([true, true, false]);
  });
});

it('userIdOf: the user of a message’s conversation', () => {
  expect(userIdOf(message(1))).toBe(USER);
  expect(userIdOf(message(2))).toBe(USER);
  expect(userIdOf(message(2, { receiver: null }))).toBeFalsy();
});

describe('applyEvent: edits and deletions', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 1, 0, second)).toISOString();
  const original = message(2, { tempId: 't2' });
  const { tempId: _, ...published } = original;
  const versions: readonly ChatMessage[] = [
    published,
    { ...published, content: 'sửa lần một', editedAt: at(1) },
    { ...published, content: 'sửa lần hai', editedAt: at(2) },
    { ...published, content: 'đã thu hồi', deletedAt: at(3) },
  ];
  const of = (version: ChatMessage | undefined): ConversationEvent => ({
    kind: 'message',
    message: version ?? original,
  });
  const pageOf = (version: ChatMessage | undefined): ConversationEvent => ({
    kind: 'page',
    messages: [message(1), version ?? original, message(3)],
    conversation: { lastSeq: 3, userReadSeq: 0, adminReadSeq: 0 },
  });

  it('the newest version is shown, in whichever order and by whichever way the versions are received', () => {
    const version = fc.nat({ max: versions.length - 1 });
    fc.assert(
      fc.property(fc.array(fc.record({ version, isPage: fc.boolean() }), { minLength: 1 }), (list) => {
        const state = list.reduce(
          (before, each) => applyEvent(before, (each.isPage ? pageOf : of)(versions[each.version])),
          known(pageOf(original)),
        );
        const newest = versions[Math.max(0, ...list.map((each) => each.version))];
        expect(state.messages[1]).toMatchObject({ ...newest, tempId: 't2' });
        expect(seqs(state)).toEqual([1, 2, 3]);
      }),
    );
  });

  it('an edit of a message that is not loaded leaves no gap', () => {
    const edited = { ...message(2), editedAt: at(1) };
    expect(seqs(applyEvent(known(page(5, 7)), { kind: 'message', message: edited }))).toEqual([5, 6, 7]);
  });

  it('a quote has the current text of the quoted message, loaded or not, whichever event is received first', () => {
    const quoting = (seq: number) => message(seq, { quote: quoteOf(original) });
    const arrived: ConversationEvent = { kind: 'message', message: quoting(4) };
    const [, edited, , deleted] = versions;
    for (const version of [edited, deleted]) {
      const changed = of(version);
      for (const state of [
        known(pageOf(original), arrived, changed),
        known(pageOf(original), changed, arrived),
        known(page(3, 3), arrived, changed),
        known(page(3, 3), arrived, changed, changed),
      ]) {
        expect(state.messages.at(-1)).toEqual({ ...quoting(4), quote: version && quoteOf(version) });
      }
    }
    const unchanged = quoting(4);
    const state = known(pageOf(original), { kind: 'message', message: unchanged }, arrival(5));
    expect(state.messages[3]).toBe(unchanged);
  });

  it('settledUpTo: messages that administrators could still change at the last fetch are fetched again', () => {
    const state = known(page(1, 8));
    const time = (seq: number) => Date.parse(message(seq).createdAt);
    expect(settledUpTo(state, time(6) + 10 * 60_000)).toBe(7);
    expect(settledUpTo(state, time(4) - 1_000 + 10 * 60_000)).toBe(3);
    expect(settledUpTo(state, time(8) + 10 * 60_000)).toBe(8);
    expect(settledUpTo(EMPTY_CONVERSATION, 0)).toBe(0);
  });
});
