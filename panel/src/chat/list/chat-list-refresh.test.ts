import type { ChatUser } from '@hai-dang/contract/chat/chat.schema.ts';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SAMPLE_CHAT_USER } from '../../testing/samples.ts';
import { type ChatRow, type ChatUserPage, NOTHING_LIVE, toRows } from './chat-list.ts';
import { type ChatUserPages, loadOrKeepPage } from './chat-list-refresh.ts';

const PAGE_SIZE = 2;
const REFETCH_EVERY_MS = 30_000;
const START_MS = Date.parse('2026-11-21T00:00:00.000Z');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server's users, the last seen first, and the list of them with its first `loaded` pages. */
async function openList(userCount: number, loaded: number) {
  const users = new Map(
    Array.from({ length: userCount }, (_, index): [string, ChatUser] => {
      const lastActive = new Date(START_MS - index * 1_000).toISOString();
      return [`u${index}`, { ...SAMPLE_CHAT_USER, _id: `u${index}`, lastActive }];
    }),
  );
  const ordered = () => [...users.values()].sort((a, b) => ((a.lastActive ?? '') > (b.lastActive ?? '') ? -1 : 1));
  const cursors: Array<string | null> = [];
  let inView: readonly ChatRow[] = [];
  const fetchPage = async (cursor: string | null): Promise<ChatUserPage> => {
    cursors.push(cursor);
    const readAt = Date.now();
    const rest = ordered().filter(({ lastActive }) => cursor === null || (lastActive ?? '') < cursor);
    const page = rest.slice(0, PAGE_SIZE);
    const nextCursor = rest.length > PAGE_SIZE ? (page.at(-1)?.lastActive ?? null) : null;
    await vi.advanceTimersByTimeAsync(5);
    return { users: page.map((user) => ({ ...user })), nextCursor, isRanked: false, readAt };
  };
  const client = new QueryClient();
  const observer = new InfiniteQueryObserver<ChatUserPage, Error, ChatUserPages, readonly unknown[], string | null>(
    client,
    {
      queryKey: ['list'],
      queryFn: (context) => loadOrKeepPage(context, inView, fetchPage),
      initialPageParam: null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    },
  );
  const close = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
  for (let page = 1; page < loaded; page += 1) await observer.fetchNextPage();
  const rows = () => {
    const pages = observer.getCurrentResult().data?.pages ?? [];
    return toRows({ pages, online: undefined, live: NOTHING_LIVE, isSearch: false });
  };
  return {
    users,
    rows,
    close,
    row: (id: string) => rows().find(({ _id }) => _id === id),
    /** The server's order, without pages that were not requested. */
    expected: () => ordered().map(({ _id }) => _id),
    shown: () => rows().map(({ _id }) => _id),
    look: (...ids: string[]) => {
      inView = rows().filter(({ _id }) => ids.includes(_id));
    },
    /** @returns the number of calls */
    refresh: async () => {
      await vi.advanceTimersByTimeAsync(REFETCH_EVERY_MS);
      cursors.length = 0;
      await observer.refetch();
      return cursors.length;
    },
    set: (id: string, fields: Partial<ChatUser>) => users.set(id, { ...SAMPLE_CHAT_USER, ...users.get(id), ...fields }),
  };
}
type OpenList = Awaited<ReturnType<typeof openList>>;

const seenNow = (list: OpenList, id: string) => list.set(id, { lastActive: new Date(Date.now()).toISOString() });

test('loadOrKeepPage: a refetch of a long list: makes four calls, and the rows in view match the server', async () => {
  const list = await openList(40, 20);
  list.look('u30', 'u31');
  list.set('u31', { unreadCount: 3 });
  expect(await list.refresh()).toBe(4);
  expect(list.row('u31')?.unreadCount).toBe(3);
  expect(list.shown()).toEqual(list.expected());
});

test('loadOrKeepPage: refetches of a long list: eventually every page is loaded again, in view or not', async () => {
  const list = await openList(40, 20);
  list.look('u30');
  for (const id of list.users.keys()) list.set(id, { unreadCount: 1 });
  for (let round = 0; round < 10; round += 1) expect(await list.refresh()).toBe(4);
  expect(list.rows().every(({ unreadCount }) => unreadCount === 1)).toBe(true);
});

test('loadOrKeepPage: a refetch of a short list: loads all of it, and removes deleted users at once', async () => {
  const list = await openList(8, 4);
  list.users.delete('u3');
  expect(await list.refresh()).toBe(4);
  expect(list.shown()).toEqual(list.expected());
});

test('loadOrKeepPage: users who move between pages: each stays in the list, at every refetch', async () => {
  const list = await openList(40, 20);
  list.look('u38', 'u39');
  for (const id of ['u20', 'u38', 'u21', 'u7', 'u39', 'u22']) {
    seenNow(list, id);
    await list.refresh();
    expect(list.shown().toSorted()).toEqual(list.expected().toSorted());
  }
  for (let round = 0; round < 10; round += 1) await list.refresh();
  expect(list.shown()).toEqual(list.expected());
});

test('loadOrKeepPage: a deleted user far down: removed once every page has been loaded again', async () => {
  const list = await openList(40, 20);
  list.users.delete('u30');
  for (let round = 0; round < 20; round += 1) await list.refresh();
  expect(list.row('u30')).toBeUndefined();
  expect(list.shown()).toEqual(list.expected());
});
