import type { ChatUserPage } from '@hai-dang/contract/chat/chat.schema.ts';
import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertAdmin, insertUser } from '../../testing/factories.ts';
import { openPlanReader } from '../../testing/query-plan.ts';
import { type ConversationsPage, conversationsStore } from '../conversations/conversations.store.ts';
import { sendTextAsAdmin } from '../messages/send-text.ts';

let testApp: TestApp;
beforeEach(async () => {
  testApp = await buildTestApp();
});
afterEach(() => testApp.close());

const ago = (minutes: number) => new Date(testApp.clock.now().getTime() - minutes * MINUTE_MS);

/** A user who was last seen and has a conversation in a state since so many minutes. */
async function add(username: string, seen: number, state?: 'waiting' | 'open' | 'resolved', since = 0) {
  const { db } = testApp.database;
  const user = await insertUser(db, { username, last_seen_at: ago(seen) });
  if (!state) return user;
  const times = {
    waiting: { waiting_since: ago(since) },
    open: { opened_at: ago(since) },
    resolved: { resolved_at: ago(since) },
  };
  await db
    .insertInto('conversations')
    .values({ user_id: user.id, last_seq: 0, unread_count: 0, ...times[state] })
    .execute();
  return user;
}
async function list(body: object): Promise<ChatUserPage> {
  const response = await testApp.post('/api/admin/online-users', body);
  expect(response.statusCode).toBe(200);
  return response.json().data;
}
/** The names of all pages. */
async function namesOf(body: object, limit = 2): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const page: ChatUserPage = await list({ search: '', ...body, limit, ...(cursor && { cursor }) });
    expect(page.users.length).toBeLessThanOrEqual(limit);
    names.push(...page.users.map(({ username }) => username));
    cursor = page.nextCursor;
  } while (cursor && names.length < 100);
  return names;
}

describe('listChatUsers', () => {
  beforeEach(async () => {
    await add('Chưa viết', 1);
    await add('Mở trước', 2, 'open', 30);
    await add('Chờ mới', 3, 'waiting', 5);
    await add('Xong trước', 4, 'resolved', 90);
    await add('Chờ lâu', 50, 'waiting', 45);
    await add('Xong sau', 60, 'resolved', 10);
    await add('Mở sau', 70, 'open', 20);
    await add('Chờ vừa', 80, 'waiting', 20);
  });

  const EVERYBODY = ['Chưa viết', 'Mở trước', 'Chờ mới', 'Xong trước', 'Chờ lâu', 'Xong sau', 'Mở sau', 'Chờ vừa'];

  test.each([
    [{}, EVERYBODY],
    [{ filter: 'all', sort: 'activity' }, EVERYBODY],
    [{ filter: 'waiting' }, ['Chờ mới', 'Chờ vừa', 'Chờ lâu']],
    [{ filter: 'waiting', sort: 'waiting' }, ['Chờ lâu', 'Chờ vừa', 'Chờ mới']],
    [{ filter: 'open' }, ['Mở sau', 'Mở trước']],
    [{ filter: 'resolved', sort: 'waiting' }, ['Xong sau', 'Xong trước']],
    [
      { filter: 'all', sort: 'waiting' },
      ['Chờ lâu', 'Chờ vừa', 'Chờ mới', 'Chưa viết', 'Mở trước', 'Xong trước', 'Xong sau', 'Mở sau'],
    ],
    [{ search: 'chờ', filter: 'open' }, []],
    [{ search: 'mo', filter: 'open' }, ['Mở trước', 'Mở sau']],
  ])('%j: in pages of one, two and many', async (body, names) => {
    for (const limit of [1, 2, 50]) expect(await namesOf(body, limit)).toEqual(names);
  });

  test('a filter without a search lists conversations, not who is online', async () => {
    const { users } = await list({ filter: 'waiting', sort: 'waiting' });
    expect(users.map(({ username }) => username)).toEqual(['Chờ lâu', 'Chờ vừa', 'Chờ mới']);
    expect((await list({})).users).toEqual([]);
  });

  test('the first page has the counts', async () => {
    const { counts, nextCursor } = await list({ search: '', limit: 1 });
    expect(counts).toEqual({ all: 8, waiting: 3, open: 2, resolved: 2 });
    expect((await list({ search: '', limit: 1, cursor: nextCursor })).counts).toBeUndefined();
  });

  test('a row contains since when its conversation is in its state, its assignee, and who wrote last', async () => {
    const { db } = testApp.database;
    const lan = await insertAdmin(db, { username: 'Lan' });
    const user = await insertUser(db, { username: 'Người mới' });
    await sendTextAsAdmin(testApp.services.app, { userId: user.id, content: 'Chào bạn', tempId: 'k' }, lan);
    const [row] = (await list({ search: 'Người mới' })).users;
    expect(row).toMatchObject({
      waitingSince: null,
      isResolved: false,
      stateSince: testApp.clock.now().toISOString(),
      assignee: { _id: lan.id, username: 'Lan' },
      lastMessage: { content: 'Chào bạn', isAdminMessage: true, senderName: 'Lan' },
    });
  });

  test('a cursor of another list: 400', async () => {
    const { nextCursor: ofWaiting } = await list({ search: '', filter: 'waiting', limit: 1 });
    const { nextCursor: ofAll } = await list({ search: '', limit: 1 });
    for (const body of [
      { filter: 'open', cursor: ofWaiting },
      { cursor: ofWaiting },
      { filter: 'waiting', cursor: ofAll },
    ]) {
      expect((await testApp.post('/api/admin/online-users', { search: '', ...body })).statusCode).toBe(400);
    }
  });

  test.each([{ filter: 'closed' }, { sort: 'newest' }, { filter: 1 }])('%j: 400', async (body) => {
    expect((await testApp.post('/api/admin/online-users', { search: '', ...body })).statusCode).toBe(400);
  });
});

test('listChatUsers: of thousands of conversations, a page and the counts use their indexes', async () => {
  const { db, pool } = testApp.database;
  await sql`insert into users (id, username, email)
    select 'u' || n, 'Người ' || n, 'u' || n || '@x.test' from generate_series(1, 6000) n`.execute(db);
  await sql`insert into conversations (user_id, last_seq, unread_count, waiting_since, resolved_at, opened_at)
    select 'u' || n, 1, 0, case n % 3 when 0 then t.at end, case n % 3 when 1 then t.at end, t.at
    from generate_series(1, 6000) n
    cross join lateral (select ${testApp.clock.now()}::timestamptz - n * interval '1 minute' as at) t`.execute(db);
  const { counts } = await list({ search: '' });
  expect(counts).toEqual({ all: 1_000, waiting: 1_000, open: 1_000, resolved: 1_000 });
  const planOf = await openPlanReader(pool);
  const ofCounts = await planOf((on) => conversationsStore.countByState(on, 1_000));
  expect(ofCounts).toMatchObject({ isSorted: false, scanned: [] });
  expect([...ofCounts.indexes].sort()).toEqual([
    'conversations_open',
    'conversations_resolved',
    'conversations_waiting',
  ]);
  for (const state of ['waiting', 'open', 'resolved'] as const) {
    for (const order of ['oldest', 'newest'] as const) {
      for (const after of [null, { at: ago(3_000), id: 'u3000' }]) {
        const page: ConversationsPage = { state, order, after, limit: 51 };
        expect(await planOf((on) => conversationsStore.findIds(on, page))).toEqual({
          indexes: [`conversations_${state}`],
          isSorted: false,
          scanned: [],
        });
      }
    }
  }
});
