import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { ONLINE_USERS_LIST_LIMIT } from '@hai-dang/contract/constants.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SAMPLE_CHAT_USER } from '../../testing/samples.ts';
import {
  addChange,
  type ChatUserPage,
  countOnline,
  createRowBuilder,
  type LiveUser,
  type LiveUsers,
  NOTHING_LIVE,
  type OnlineUsers,
  toRows,
} from './chat-list.ts';

const START = Date.parse('2026-11-21T00:00:00.000Z');
const moment = (time: number): string => new Date(START + time * 1_000).toISOString();
const user = (id: string, fields: Partial<ChatUser> = {}): ChatUser => ({
  ...SAMPLE_CHAT_USER,
  _id: id,
  username: `Người ${id}`,
  lastActive: moment(0),
  ...fields,
});
const page = (users: readonly ChatUser[], readAt = 0): ChatUserPage => ({
  users,
  readAt,
  nextCursor: null,
  isRanked: false,
});
const online = (users: readonly ChatUser[], readAt = 0): OnlineUsers => ({
  users,
  readAt,
  total: users.length,
  isWhole: true,
});
/** The state after one more event. */
function withLive(live: LiveUsers, id: string, change: LiveUser): LiveUsers {
  const next = new Map(live);
  addChange(next, id, change);
  return next;
}
const names = (rows: readonly ChatUser[]) => rows.map(({ _id }) => _id);

const IDS = ['a', 'b', 'c', 'd'] as const;
/** The steps that may happen at the server, on the network, and in the browser. */
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('come', 'go', 'write', 'mark'), id: fc.constantFrom(...IDS) }),
    fc.record({ kind: fc.constantFrom('deliver', 'lose', 'ask', 'answer', 'show'), id: fc.constant('') }),
  ),
  { maxLength: 60 },
);

/** A server's users, the events in flight to a browser in their order, and two calls that fetch the list. */
function simulate(sequence: ReadonlyArray<{ kind: string; id: string }>) {
  const server = new Map<string, ChatUser>(IDS.map((id) => [id, user(id)]));
  const underWay: Array<[string, (at: number) => LiveUser]> = [];
  let live: LiveUsers = NOTHING_LIVE;
  let asked: number | undefined;
  let answered: { pages: readonly ChatUserPage[]; online: OnlineUsers } | undefined;
  const listed = (readAt: number): { pages: readonly ChatUserPage[]; online: OnlineUsers } => {
    const users = [...server.values()];
    return { pages: [page(users.slice(0, 2), readAt), page(users.slice(2), readAt)], online: onlineAt(readAt) };
  };
  const onlineAt = (readAt: number) =>
    online(
      [...server.values()].filter(({ isOnline }) => isOnline),
      readAt,
    );
  let shown = listed(0);
  let clock = 1;
  let lostAt = 0;

  const change = (id: string, fields: Partial<ChatUser>, event: (at: number) => LiveUser) => {
    server.set(id, { ...user(id), ...server.get(id), ...fields });
    underWay.push([id, event]);
  };
  const deliver = () => {
    const [id, event] = underWay.shift() ?? [];
    if (id !== undefined && event) live = withLive(live, id, event(clock));
  };
  const happen: Record<string, (id: string) => void> = {
    come: (id) => setOnline(id, true),
    go: (id) => setOnline(id, false),
    write: (id) => {
      const createdAt = moment(clock);
      const lastMessage = { content: `Tin ${clock}`, type: 'text', createdAt, isAdminMessage: false } as const;
      const unreadCount = (server.get(id)?.unreadCount ?? 0) + 1;
      change(id, { lastActive: createdAt, lastMessage, unreadCount }, (at) => ({
        lastActive: { at, value: createdAt },
        lastMessage: { at, value: lastMessage },
        unreadCount: { at, value: unreadCount },
      }));
    },
    mark: (id) => change(id, { unreadCount: 0 }, (at) => ({ unreadCount: { at, value: 0 } })),
    deliver,
    // The connection breaks: events in flight are lost, and the list is refetched.
    lose: () => {
      underWay.length = 0;
      lostAt = clock;
    },
    ask: () => {
      asked = clock;
      answered = undefined;
    },
    answer: () => {
      if (asked !== undefined) answered = listed(asked);
    },
    show: () => {
      if (answered) shown = answered;
      asked = undefined;
      answered = undefined;
    },
  };
  const setOnline = (id: string, isOnline: boolean) => {
    const lastActive = moment(clock);
    change(id, { isOnline, lastActive }, (at) => ({
      isOnline: { at, value: isOnline },
      lastActive: { at, value: lastActive },
    }));
  };

  for (const { kind, id } of sequence) {
    happen[kind]?.(id);
    clock += 1;
  }
  if (shown.online.readAt <= lostAt) shown = listed(clock);
  while (underWay.length > 0) deliver();
  return { server: [...server.values()], shown, live };
}

describe('toRows', () => {
  test('matches the server’s list for any interleaving of fetches and events', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const { server, shown, live } = simulate(sequence);
        const rows = toRows({ ...shown, live, isSearch: false });
        for (const expected of server) {
          expect(rows.find(({ _id }) => _id === expected._id)).toMatchObject(expected);
        }
        expect(rows).toHaveLength(server.length);
        expect(countOnline(shown.online, live)).toBe(server.filter(({ isOnline }) => isOnline).length);
      }),
      { numRuns: 500 },
    );
  });

  test('has every user once, online users first, then sorted by last activity', () => {
    const someone = fc
      .record({
        _id: fc.constantFrom('1', '2', '3', '4', '5', '6'),
        lastActive: fc.option(fc.nat(5).map(moment)),
        isOnline: fc.boolean(),
      })
      .map((fields): ChatUser => ({ ...SAMPLE_CHAT_USER, ...fields }));
    fc.assert(
      fc.property(fc.array(fc.array(someone), { maxLength: 4 }), fc.array(someone), (read, present) => {
        const pages = read.map((users, index) => page(users, index));
        const rows = toRows({ pages, online: online(present, 9), live: NOTHING_LIVE, isSearch: false });
        expect(new Set(names(rows)).size).toBe(rows.length);
        expect(new Set(names(rows))).toEqual(new Set([...read.flat(), ...present].map(({ _id }) => _id)));
        for (const [index, row] of rows.slice(1).entries()) {
          const before = rows[index];
          expect(Number(before?.isOnline)).toBeGreaterThanOrEqual(Number(row.isOnline));
          if (before?.isOnline === row.isOnline) {
            expect((before?.lastActive ?? '') >= (row.lastActive ?? '')).toBe(true);
          }
        }
      }),
    );
  });

  test('takes the online state from the second call if the rows do not have it', () => {
    const plain = IDS.map((id) => user(id));
    const rows = toRows({
      pages: [page(plain)],
      online: online([user('c')]),
      live: withLive(NOTHING_LIVE, 'd', { isOnline: { at: 5, value: true } }),
      isSearch: false,
    });
    expect(rows.filter(({ isOnline }) => isOnline).map(({ _id }) => _id)).toEqual(['d', 'c']);
  });

  test('adds users who connect or write before their page is loaded, but not to search results', () => {
    const live = withLive(NOTHING_LIVE, 'new', {
      name: { at: 7, value: { username: 'Mới', avatar: null } },
      lastActive: { at: 7, value: moment(9) },
    });
    const pages = [page([user('a', { lastActive: moment(3) })], 5)];
    expect(names(toRows({ pages, online: online([user('b')]), live, isSearch: false }))).toEqual(['b', 'new', 'a']);
    expect(names(toRows({ pages, online: online([user('b')]), live, isSearch: true }))).toEqual(['a']);
    // A user who was online before the list was fetched and is not in it may be deleted.
    const later = [page([user('a')], 8)];
    expect(names(toRows({ pages: later, online: undefined, live, isSearch: false }))).toEqual(['a']);
  });

  test('retains the server’s ranking of search results, page after page, whichever users connect', () => {
    const first = { ...page([user('b'), user('d', { lastActive: moment(1) })], 3), isRanked: true };
    const second = { ...page([user('a', { lastActive: moment(9) }), user('b')], 4), isRanked: true };
    const sources = { pages: [first, second], online: online([user('a')]), live: NOTHING_LIVE };
    const rows = toRows({ ...sources, isSearch: true });
    expect(names(rows)).toEqual(['b', 'd', 'a']);
    expect(rows.map(({ isOnline }) => isOnline)).toEqual([false, false, true]);
    expect(names(toRows({ ...sources, isSearch: false }))[0]).toBe('a');
  });

  test('takes the online state from the rows if more users are online than are listed', () => {
    const many = Array.from({ length: ONLINE_USERS_LIST_LIMIT }, (_, index) => user(`u${index}`));
    const more: OnlineUsers = { users: many, readAt: 0, total: 2_000, isWhole: false };
    const pages = [page([user('x', { isOnline: true }), user('y')])];
    const rows = toRows({ pages, online: more, live: NOTHING_LIVE, isSearch: true });
    expect(rows.map(({ isOnline }) => isOnline)).toEqual([true, false]);
    expect(countOnline(more, NOTHING_LIVE)).toBe(2_000);
    expect(countOnline(more, withLive(NOTHING_LIVE, 'x', { isOnline: { at: 1, value: true } }))).toBe(2_001);
  });
});

test('createRowBuilder: after an event about one user, the rows of all others are the same objects', () => {
  const build = createRowBuilder();
  const users = Array.from({ length: 200 }, (_, index) => user(`u${index}`, { lastActive: moment(index) }));
  let before: readonly ChatUser[] = [];
  const changedRows = (live: LiveUsers, pages = [page(users)]) => {
    const rows = build({ pages, online: online([]), live, isSearch: false });
    const changed = rows.filter((row) => !before.includes(row));
    before = rows;
    return names(changed);
  };
  expect(changedRows(NOTHING_LIVE)).toHaveLength(200);
  expect(changedRows(NOTHING_LIVE)).toEqual([]);
  expect(changedRows(withLive(NOTHING_LIVE, 'u7', { isOnline: { at: 1, value: true } }))).toEqual(['u7']);
  // A later fetch, in which u7 is offline again.
  const again = users.map((one) => structuredClone(one));
  const unread = withLive(NOTHING_LIVE, 'u9', { unreadCount: { at: 3, value: 2 } });
  expect(changedRows(unread, [page(again, 2)])).toEqual(['u9', 'u7']);
});

test('addChange: retains the users with the latest events', () => {
  let live: LiveUsers = NOTHING_LIVE;
  for (let n = 0; n < 2_100; n += 1) live = withLive(live, String(n), { isOnline: { at: n, value: true } });
  live = withLive(live, '200', { lastSeq: 3 });
  expect(live.size).toBe(2_000);
  expect(live.has('99')).toBe(false);
  expect(live.get('200')).toEqual({ isOnline: { at: 200, value: true }, lastSeq: 3 });
  expect([...live.keys()].at(-1)).toBe('200');
});
