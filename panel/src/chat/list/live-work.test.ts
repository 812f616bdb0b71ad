import type { ConversationWork } from '@hai-dang/contract/chat/conversations.schema.ts';
import { CONVERSATIONS_COUNTED_UP_TO } from '@hai-dang/contract/constants.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SAMPLE_CHAT_USER } from '../../testing/samples.ts';
import { type ChatRow, NOTHING_LIVE, toRows } from './chat-list.ts';
import { rowsOfView } from './chat-view.ts';
import { countsNow } from './conversation-counts.ts';
import { toLiveWork, type WorkEvent } from './live-work.ts';

const START = Date.parse('2026-11-21T00:00:00.000Z');
const moment = (minutes: number): string => new Date(START + minutes * 60_000).toISOString();
const OPEN: ConversationWork = { waitingSince: null, isResolved: false, stateSince: moment(0), assignee: null };
const waiting = (minutes: number): ConversationWork => ({
  ...OPEN,
  waitingSince: moment(minutes),
  stateSince: moment(minutes),
});
const resolved = (minutes: number): ConversationWork => ({ ...OPEN, isResolved: true, stateSince: moment(minutes) });
const row = (_id: string, work: Partial<ConversationWork> = {}): ChatRow => ({
  ...SAMPLE_CHAT_USER,
  ...work,
  _id,
  isTyping: false,
});
const ids = (rows: ReadonlyArray<{ readonly _id: string }>) => rows.map(({ _id }) => _id);

describe('rowsOfView', () => {
  const rows = [
    row('a', waiting(5)),
    row('b', { ...OPEN, stateSince: moment(3) }),
    row('c'),
    row('d', waiting(1)),
    row('e', resolved(4)),
    row('f', { ...OPEN, stateSince: moment(8) }),
    row('g', waiting(1)),
    row('h', resolved(9)),
  ];

  test('all by activity: unchanged', () => {
    expect(rowsOfView(rows, { filter: 'all', sort: 'activity' })).toBe(rows);
  });

  test('all by waiting time: the longest waiting first, then the others unchanged', () => {
    expect(ids(rowsOfView(rows, { filter: 'all', sort: 'waiting' })).join('')).toBe('dgabcefh');
  });

  test('one state: the newest in it first, or the longest waiting', () => {
    const listed = (filter: 'waiting' | 'open' | 'resolved', sort: 'activity' | 'waiting') =>
      ids(rowsOfView(rows, { filter, sort })).join('');
    expect(listed('waiting', 'waiting')).toBe('dga');
    expect(listed('waiting', 'activity')).toBe('agd');
    expect(listed('open', 'activity')).toBe('fb');
    expect(listed('resolved', 'waiting')).toBe('he');
  });
});

const event = (at: number, value: ConversationWork, formerState?: WorkEvent['formerState']): WorkEvent => ({
  userId: 'lan',
  at,
  ...value,
  ...(formerState !== undefined && { formerState }),
});

describe('toLiveWork', () => {
  test('a row has the values of events received after its fetch', () => {
    const pages = [{ users: [{ ...SAMPLE_CHAT_USER, ...OPEN }], readAt: 10, nextCursor: null, isRanked: false }];
    const rowWith = (at: number) => {
      const work = toLiveWork([event(at, resolved(1))]);
      return toRows({ pages, online: undefined, live: NOTHING_LIVE, work, isSearch: false })[0];
    };
    expect(rowWith(11)).toMatchObject({ isResolved: true });
    expect(rowWith(9)).toMatchObject({ isResolved: false });
  });

  test('a response from before an event changes nothing', () => {
    const last = (...events: WorkEvent[]) => toLiveWork(events).works.get('lan')?.value;
    expect(last(event(5, waiting(1)), event(4, resolved(1)))).toEqual(waiting(1));
    expect(last(event(5, waiting(1)), event(5, resolved(1)))).toEqual(resolved(1));
  });

  test('a change of state is counted if its event contains the previous one', () => {
    const events = [event(1, waiting(1), 'open'), event(2, waiting(1), 'waiting'), event(3, resolved(3))];
    expect(toLiveWork([...events, event(4, waiting(4), null)]).moves).toEqual([
      { at: 1, from: 'open', to: 'waiting' },
      { at: 4, from: null, to: 'waiting' },
    ]);
  });
});

describe('countsNow', () => {
  test('adds the changes of state since the counts were fetched', () => {
    const moves = [
      { at: 1, from: 'open', to: 'waiting' },
      { at: 3, from: 'open', to: 'waiting' },
      { at: 4, from: null, to: 'waiting' },
      { at: 5, from: 'waiting', to: 'resolved' },
    ] as const;
    const counts = { all: 50, waiting: 2, open: 7, resolved: 0 };
    expect(countsNow({ counts, readAt: 2, moves })).toEqual({ all: 50, waiting: 3, open: 6, resolved: 1 });
  });

  test('never counts below zero, nor changes a count at the limit', () => {
    const states = fc.constantFrom('waiting', 'open', 'resolved');
    const moves = fc.array(fc.record({ at: fc.nat(9), from: fc.option(states), to: states }));
    fc.assert(
      fc.property(moves, (all) => {
        const counts = { all: 0, waiting: 0, open: CONVERSATIONS_COUNTED_UP_TO, resolved: 1 };
        const now = countsNow({ counts, readAt: 0, moves: all }) ?? counts;
        expect(Math.min(...Object.values(now))).toBeGreaterThanOrEqual(0);
        expect(now.open).toBe(CONVERSATIONS_COUNTED_UP_TO);
      }),
    );
  });
});
