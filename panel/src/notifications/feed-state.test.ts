import type { Notification, NotificationPage } from '@hai-dang/contract/notifications/notifications.schema.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLE_NOTIFICATION } from '../testing/samples.ts';
import {
  applyEvent,
  applyEvents,
  createLateFilter,
  EMPTY_FEED,
  type FeedEvent,
  type FeedState,
  fromPage,
  NOTIFICATIONS_KEPT,
  REMOVED_KEPT,
  withOlder,
} from './feed-state.ts';

const idOf = (number: number): string => `n${String(number).padStart(4, '0')}`;
const make = (number: number, read = false): Notification => ({
  ...SAMPLE_NOTIFICATION,
  _id: idOf(number),
  read,
  createdAt: number,
});

/** An administrator's notifications on the server, published by events and by pages. */
function createModel() {
  let rows: Notification[] = [];
  let made = 0;
  const events: FeedEvent[] = [];
  const page = (from: readonly Notification[], limit: number): NotificationPage => ({
    notifications: from.slice(0, limit),
    pagination: { currentPage: 1, limit, hasMore: from.length > limit },
    unreadCount: rows.filter(({ read }) => !read).length,
  });
  return {
    events,
    rows: () => rows,
    add() {
      made += 1;
      const notification = make(made);
      rows = [notification, ...rows];
      events.push({ kind: 'added', notification });
    },
    read(index: number) {
      const row = rows[index % Math.max(1, rows.length)];
      if (!row || row.read) return;
      const notification = { ...row, read: true };
      rows = rows.map((other) => (other === row ? notification : other));
      events.push({ kind: 'changed', notification });
    },
    remove(index: number) {
      const row = rows[index % Math.max(1, rows.length)];
      if (!row) return;
      rows = rows.filter((other) => other !== row);
      events.push({ kind: 'removed', id: row._id });
    },
    clear() {
      rows = [];
      events.push({ kind: 'cleared' });
    },
    newest: (limit: number) => page(rows, limit),
    olderThan: (id: string, limit: number) =>
      page(
        rows.filter(({ _id }) => _id < id),
        limit,
      ),
  };
}

const act = fc.oneof(
  { weight: 5, arbitrary: fc.constant(['add', 0] as const) },
  { weight: 3, arbitrary: fc.nat(50).map((index) => ['read', index] as const) },
  { weight: 2, arbitrary: fc.nat(50).map((index) => ['remove', index] as const) },
  { weight: 1, arbitrary: fc.constant(['clear', 0] as const) },
);
const acts = fc.array(act, { maxLength: 60 });

function run(model: ReturnType<typeof createModel>, [name, index]: readonly [string, number]): void {
  if (name === 'add') model.add();
  else if (name === 'read') model.read(index);
  else if (name === 'remove') model.remove(index);
  else model.clear();
}

function expectSound({ notifications, unread }: FeedState): void {
  const ids = notifications.map(({ _id }) => _id);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
  expect(unread).toBeGreaterThanOrEqual(0);
}

describe('applyEvents', () => {
  it('all events once and in order: gives the server’s list', () => {
    fc.assert(
      fc.property(acts, acts, (first, then) => {
        const model = createModel();
        for (const one of first) run(model, one);
        let state = fromPage(model.newest(1_000));
        const from = model.events.length;
        for (const one of then) run(model, one);
        const outcome = applyEvents(state, model.events.slice(from));
        ({ state } = outcome);
        expect(outcome.isSure).toBe(!model.events.slice(from).some(({ kind }) => kind === 'cleared'));
        expect(state).toEqual(fromPage(model.newest(1_000)));
      }),
    );
  });

  it('a notification received while all were being deleted, published before that: not sure', () => {
    const { state, isSure } = applyEvents(EMPTY_FEED, [{ kind: 'added', notification: make(1) }, { kind: 'cleared' }]);
    expect(state).toEqual(EMPTY_FEED);
    expect(isSure, 'it may be there still').toBe(false);
  });

  it('gives the server’s list or is not sure, also where only the newest part is loaded', () => {
    fc.assert(
      fc.property(acts, acts, fc.integer({ min: 1, max: 8 }), (first, then, limit) => {
        const model = createModel();
        for (const one of first) run(model, one);
        let state = fromPage(model.newest(limit));
        const from = model.events.length;
        for (const one of then) run(model, one);
        const outcome = applyEvents(state, model.events.slice(from));
        ({ state } = outcome);
        expectSound(state);
        expect(state.notifications).toEqual(model.rows().slice(0, state.notifications.length));
        if (outcome.isSure) expect(state.unread).toBe(model.rows().filter(({ read }) => !read).length);
      }),
    );
  });

  it('events in any order, repeated and lost: gives the server’s list after a refetch', () => {
    const deliveries = fc.array(fc.nat(200), { maxLength: 80 });
    fc.assert(
      fc.property(acts, deliveries, acts, acts, (missed, deliveries, beforeAnswer, afterAnswer) => {
        const model = createModel();
        for (const one of missed) run(model, one);
        let state = EMPTY_FEED;
        for (const index of deliveries) {
          const event = model.events[index];
          if (event) ({ state } = applyEvent(state, event));
          expectSound(state);
        }
        // A fetch starts; events until its response are received, and may or may not be included in the response.
        const heardFrom = model.events.length;
        for (const one of beforeAnswer) run(model, one);
        const answer = fromPage(model.newest(1_000));
        for (const one of afterAnswer) run(model, one);
        ({ state } = applyEvents(answer, model.events.slice(heardFrom)));
        expect(state).toEqual(fromPage(model.newest(1_000)));
      }),
    );
  });

  it('the same events again: changes nothing', () => {
    fc.assert(
      fc.property(acts, act, (all, last) => {
        const model = createModel();
        for (const one of all) run(model, one);
        const state = fromPage(model.newest(1_000));
        run(model, last);
        const event = model.events.at(-1);
        if (!event) return;
        const { state: once } = applyEvent(state, event);
        expect(applyEvent(once, event).state).toEqual(once);
      }),
    );
  });
});

describe('withOlder', () => {
  it('loads page by page up to the end, with events in between', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 7 }), (count, limit) => {
        const model = createModel();
        for (let n = 0; n < count; n += 1) model.add();
        let state = fromPage(model.newest(limit));
        while (state.hasMore) {
          const oldest = state.notifications.at(-1)?._id ?? '';
          const page = model.olderThan(oldest, limit);
          model.add();
          const arrival = model.events.at(-1);
          state = withOlder(state, page);
          if (arrival) ({ state } = applyEvent(state, arrival));
          expectSound(state);
        }
        expect(state).toEqual(fromPage(model.newest(1_000)));
      }),
    );
  });

  it('hasMore is false where a backend sends the same page again', () => {
    const page: NotificationPage = {
      notifications: [make(2), make(1)],
      pagination: { currentPage: 1, limit: 2, hasMore: true },
      unreadCount: 5,
    };
    const state = withOlder(fromPage(page), page);
    expect(state).toMatchObject({ hasMore: false, unread: 5 });
    expect(state.notifications).toHaveLength(2);
  });
});

describe('createLateFilter', () => {
  const added = (number: number): FeedEvent => ({ kind: 'added', notification: make(number) });
  const removed = (number: number): FeedEvent => ({ kind: 'removed', id: idOf(number) });

  it('a notification published after its removal: it is dropped, and no other one', () => {
    const events = [
      added(1),
      removed(2),
      added(2),
      { kind: 'changed', notification: make(2, true) } as const,
      added(3),
    ];
    const { state } = applyEvents(EMPTY_FEED, events.filter(createLateFilter()));
    expect(state.notifications.map(({ _id }) => _id)).toEqual([idOf(3), idOf(1)]);
    expect(state.unread).toBe(2);
  });

  it('removals beyond the bound: the oldest are evicted', () => {
    const isInTime = createLateFilter();
    for (let number = 0; number <= REMOVED_KEPT; number += 1) expect(isInTime(removed(number))).toBe(true);
    expect([isInTime(added(0)), isInTime(added(1)), isInTime(added(REMOVED_KEPT))]).toEqual([true, false, false]);
  });
});

describe('applyEvent: notifications beyond those that are kept', () => {
  const numbered = (count: number, state = EMPTY_FEED, from = 0) =>
    Array.from({ length: count }, (_, index) => make(from + index + 1)).reduce(
      (before, notification) => applyEvent(before, { kind: 'added', notification }).state,
      state,
    );
  const idsOf = ({ notifications }: FeedState) => notifications.map(({ _id }) => _id);

  it('the oldest are dropped, all stay counted, and the dropped ones can be loaded again', () => {
    const kept = numbered(NOTIFICATIONS_KEPT);
    expect(kept).toMatchObject({ hasMore: false, unread: NOTIFICATIONS_KEPT });
    expect(kept.notifications).toHaveLength(NOTIFICATIONS_KEPT);
    const more = numbered(2, kept, NOTIFICATIONS_KEPT);
    expect(more).toMatchObject({ hasMore: true, unread: NOTIFICATIONS_KEPT + 2 });
    expect([idsOf(more).length, idsOf(more)[0], idsOf(more).at(-1)]).toEqual([
      NOTIFICATIONS_KEPT,
      idOf(NOTIFICATIONS_KEPT + 2),
      idOf(3),
    ]);
    const loaded = withOlder(more, {
      notifications: [make(2), make(1)],
      pagination: { currentPage: 1, limit: 2, hasMore: false },
      unreadCount: NOTIFICATIONS_KEPT + 2,
    });
    expect(loaded).toMatchObject({ hasMore: false });
    expect(idsOf(loaded).slice(-2)).toEqual([idOf(2), idOf(1)]);
    const after = numbered(1, loaded, NOTIFICATIONS_KEPT + 2);
    expect([after.notifications.length, idsOf(after).at(-1)]).toEqual([NOTIFICATIONS_KEPT + 2, idOf(2)]);
  });
});
