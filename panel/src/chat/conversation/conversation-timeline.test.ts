import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { HOUR_MS } from '@hai-dang/contract/lib/durations.ts';
import type { InternalNote } from '@hai-dang/contract/moderation/notes.schema.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLE_MESSAGE, sampleSender } from '../../testing/samples.ts';
import type { OutboxEntry } from '../outbox/outbox-storage.ts';
import { quoteOf } from '../quotes/quote.ts';
import { applyEvent, EMPTY_CONVERSATION } from './conversation-state.ts';
import { type TimelineParts, toTimeline, untilMidnightMs } from './conversation-timeline.ts';

const ADMIN = 'admin-1';
/** 21/11/2026 08:00 in Vietnam. */
const NOW_MS = Date.UTC(2026, 10, 21, 1);

function message(seq: number, senderId: string, at: number, fields: Partial<ChatMessage> = {}): ChatMessage {
  return {
    ...SAMPLE_MESSAGE,
    _id: `m${seq}`,
    content: `tin ${seq}`,
    sender: sampleSender(senderId, senderId.startsWith('admin') ? 'admin' : 'user'),
    createdAt: new Date(at).toISOString(),
    isAdminMessage: senderId.startsWith('admin'),
    seq,
    ...fields,
  };
}

function entry(tempId: string, createdAt: number): OutboxEntry {
  return { tempId, adminId: ADMIN, userId: 'lan', text: tempId, createdAt, waitedMs: 0 };
}

function timeline(messages: readonly ChatMessage[], parts: Partial<TimelineParts> = {}) {
  const state = applyEvent(EMPTY_CONVERSATION, {
    kind: 'page',
    messages,
    conversation: { lastSeq: messages.at(-1)?.seq ?? 0, userReadSeq: 0, adminReadSeq: 0 },
  });
  return toTimeline({
    state,
    entries: [],
    notes: [],
    adminId: ADMIN,
    unreadFrom: undefined,
    isTyping: false,
    nowMs: NOW_MS,
    ...parts,
  });
}

describe('toTimeline', () => {
  it('a pending entry has the current text of the message that it quotes', () => {
    const original = message(1, ADMIN, NOW_MS);
    const pending = { ...entry('k', NOW_MS), quote: quoteOf(original) };
    const edited = { ...original, content: 'đã sửa', editedAt: original.createdAt };
    for (const [shown, content] of [
      [[original], 'tin 1'],
      [[edited], 'đã sửa'],
      [[message(2, ADMIN, NOW_MS)], 'tin 1'],
    ] as const) {
      const item = timeline(shown, { entries: [pending] }).at(-1);
      expect(item).toMatchObject({ kind: 'outgoing', entry: { ...pending, quote: { ...pending.quote, content } } });
    }
  });

  it('has internal notes where they were written, none from before the first loaded message, and each once', () => {
    const noteAt = (_id: string, at: number): InternalNote => ({
      _id,
      kind: 'noted',
      at: new Date(at).toISOString(),
      actor: { _id: ADMIN, username: 'Mai' },
      note: _id,
      until: null,
    });
    const messages = [4, 5, 6].map((seq) => message(seq, 'lan', NOW_MS + seq * 1_000));
    // The notes are in the order in which they are fetched: newest first.
    const notes = [noteAt('last', NOW_MS + 9_000), noteAt('between', NOW_MS + 4_500), noteAt('before', NOW_MS)];
    const kinds = (items: ReturnType<typeof timeline>) =>
      items.flatMap((item) => (item.kind === 'day' ? [] : [item.kind === 'note' ? item.key : item.kind]));
    expect(kinds(timeline(messages, { notes }))).toEqual(['message', 'between', 'message', 'message', 'last']);
    // A conversation without messages shows all of them.
    expect(kinds(timeline([], { notes }))).toEqual(['before', 'between', 'last']);
  });

  it('has a line for each day in Vietnam’s time', () => {
    const items = timeline([
      message(1, 'lan', NOW_MS - 48 * HOUR_MS),
      message(2, 'lan', NOW_MS - 9 * HOUR_MS),
      // 00:30 in Vietnam, still the day before in UTC.
      message(3, 'lan', NOW_MS - 7.5 * HOUR_MS),
    ]);
    expect(items.flatMap((item) => (item.kind === 'day' ? [item.label] : []))).toEqual([
      '19 tháng 11, 2026',
      'Hôm qua',
      'Hôm nay',
    ]);
  });

  it('sets the side of a message, and whether it is the first of several', () => {
    const items = timeline([
      message(1, 'lan', NOW_MS - 60_000),
      message(2, 'lan', NOW_MS - 50_000),
      message(3, 'admin-2', NOW_MS - 40_000),
      message(4, ADMIN, NOW_MS - 30_000),
    ]);
    expect(items.flatMap((item) => (item.kind === 'message' ? [[item.side, item.isFirst]] : []))).toEqual([
      ['user', true],
      ['user', false],
      ['admin', true],
      ['own', true],
    ]);
  });

  it('shows time and status below the last of several messages of one author in one minute', () => {
    const minute = NOW_MS - 10 * 60_000;
    const messages = [
      message(1, 'lan', minute),
      message(2, 'lan', minute + 59_000),
      message(3, 'lan', minute + 61_000),
      message(4, ADMIN, minute + 62_000),
      message(5, ADMIN, minute + 63_000),
      message(6, ADMIN, minute + 64_000),
      message(7, 'admin-2', minute + 65_000),
    ];
    const state = applyEvent(EMPTY_CONVERSATION, {
      kind: 'page',
      messages,
      conversation: { lastSeq: 7, userReadSeq: 5, adminReadSeq: 0 },
    });
    const items = timeline([], { state });
    expect(items.flatMap((item) => (item.kind === 'message' ? [[item.message.seq, item.isLast]] : []))).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [4, false],
      [5, true],
      [6, true],
      [7, true],
    ]);
  });

  it('has a line before the first unread message', () => {
    const items = timeline([message(1, 'lan', NOW_MS), message(2, 'lan', NOW_MS)], { unreadFrom: 'm2' });
    expect(items.map(({ kind }) => kind)).toEqual(['day', 'message', 'unread', 'message']);
  });

  it('a pending entry is last, and once stored keeps its position without a duplicate', () => {
    const entries = [entry('k1', NOW_MS - HOUR_MS), entry('k2', NOW_MS)];
    const stored = message(2, ADMIN, NOW_MS, { tempId: 'k1' });
    const foreign = message(3, 'admin-2', NOW_MS, { tempId: 'k2' });
    const items = timeline([message(1, 'lan', NOW_MS), stored, foreign], { entries });
    expect(items.map(({ key }) => key)).toEqual([expect.any(String), 'm1', 'k1', 'm3', 'k2']);
    expect(items.map(({ kind }) => kind)).toEqual(['day', 'message', 'message', 'message', 'outgoing']);
  });

  it('any events: keys are unique, and pending entries are last', () => {
    const writer = fc.constantFrom('lan', ADMIN, 'admin-2');
    const rows = fc.array(fc.record({ writer, hoursAgo: fc.integer({ min: 0, max: 200 }) }), { maxLength: 30 });
    fc.assert(
      fc.property(
        rows,
        fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 5 }),
        fc.boolean(),
        (list, ages, isTyping) => {
          const messages = list
            .toSorted((one, other) => other.hoursAgo - one.hoursAgo)
            .map((row, index) => message(index + 1, row.writer, NOW_MS - row.hoursAgo * HOUR_MS));
          const entries = ages.map((age, index) => entry(`k${index}`, NOW_MS - age * HOUR_MS));
          const items = timeline(messages, { entries, isTyping });
          expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
          const shown = items.flatMap((item) =>
            item.kind === 'message' || item.kind === 'outgoing' ? [item.key] : [],
          );
          expect(shown).toEqual([...messages.map(({ _id }) => _id), ...entries.map(({ tempId }) => tempId)]);
          expect(items.at(-1)?.kind === 'typing').toBe(isTyping);
        },
      ),
    );
  });
});

it('untilMidnightMs: the time until midnight in Vietnam', () => {
  expect(untilMidnightMs(NOW_MS)).toBe(16 * HOUR_MS);
  expect(untilMidnightMs(NOW_MS + 16 * HOUR_MS - 1)).toBe(1);
  expect(untilMidnightMs(NOW_MS + 16 * HOUR_MS)).toBe(24 * HOUR_MS);
});
