import type { ChatUserPage } from '@hai-dang/contract/chat/chat.schema.ts';
import {
  CHAT_USER_PAGE_SIZE,
  CHAT_USERS_DEFAULT_LIMIT,
  MESSAGE_MAX_CHARS,
  ONLINE_USERS_LIST_LIMIT,
} from '@hai-dang/contract/constants.ts';
import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { openMember, openUser, sendText } from '../../testing/chat-members.ts';
import { insertAdmin, insertUser } from '../../testing/factories.ts';
import { createSocketOpener, listen } from '../../testing/socket-client.ts';

/** Hundreds of connects are stored one batch after the other. */
const PATIENCE = { timeout: 30_000, interval: 100 };
const TIMEOUT_MS = 60_000;
let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
beforeEach(async () => {
  testApp = await buildTestApp();
  url = await listen(testApp.app);
});
afterEach(async () => {
  sockets.closeAll();
  await testApp.close();
});

const ago = (minutes: number) => new Date(testApp.clock.now().getTime() - minutes * MINUTE_MS);
const add = (username: string, seenMinutesAgo: number | null, fields = {}) =>
  insertUser(testApp.database.db, {
    username,
    last_seen_at: seenMinutesAgo === null ? null : ago(seenMinutesAgo),
    ...fields,
  });
async function list(body: object): Promise<ChatUserPage> {
  const response = await testApp.post('/api/admin/online-users', body);
  expect(response.statusCode).toBe(200);
  return response.json().data;
}
async function listAll(search: string): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  let pages = 0;
  do {
    const page = await list({ search, cursor, limit: CHAT_USER_PAGE_SIZE });
    ids.push(...page.users.map(({ _id }) => _id));
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor && pages < 100);
  return { ids, pages };
}
/** Online without a socket each: any number. */
async function setOnline(ids: string[]): Promise<() => void> {
  const watcher = testApp.services.presence.watch(testApp.app.log);
  const all = ids.map((id) => ({ id, role: 'user' as const }));
  for (const account of all) watcher.opened(account);
  return () => {
    for (const account of all) watcher.closed(account);
  };
}
const namesOf = ({ users }: ChatUserPage) => users.map(({ username }) => username);

test('chat list: the online users first, then by last seen; administrators are not included', async () => {
  const early = await add('Đến sớm', 30);
  const late = await add('Đến muộn', 10);
  await add('Chưa từng', null);
  await add('Vừa đi', 1);
  await add('Đi lâu', 600);
  await insertAdmin(testApp.database.db, { last_seen_at: ago(0) });
  testApp.clock.advance(-5 * MINUTE_MS);
  await openMember(testApp, sockets, early);
  await expect.poll(async () => (await list({})).users[0]?.lastActive).toBe(testApp.clock.now().toISOString());
  testApp.clock.advance(MINUTE_MS);
  await openMember(testApp, sockets, late);
  await expect.poll(async () => (await list({})).users[0]?.lastActive).toBe(testApp.clock.now().toISOString());
  const page = await list({ search: '' });
  expect(namesOf(page)).toEqual(['Đến muộn', 'Đến sớm', 'Vừa đi', 'Đi lâu', 'Chưa từng']);
  expect(page.users.map(({ isOnline }) => isOnline)).toEqual([true, true, false, false, false]);
  expect(page).toMatchObject({ nextCursor: null, timestamp: testApp.clock.now().toISOString() });
  expect(page.statistics).toEqual({ totalOnline: 2, verifiedCount: 0, normalUserCount: 2 });
});

test('chat list: a row has the newest message and the unread count', async () => {
  const user = await openUser(testApp, sockets);
  const admin = await openMember(testApp, sockets, { id: testApp.admin.id, role: 'admin' });
  // The time of a connect is stored with a short delay.
  await expect.poll(async () => (await list({ search: '' })).users[0]?.lastActive).toEqual(expect.any(String));
  expect((await list({ search: '' })).users[0]).toEqual({
    _id: user.id,
    username: expect.any(String),
    avatar: null,
    isOnline: true,
    disabledUntil: null,
    lastActive: expect.any(String),
    unreadCount: 0,
    lastMessage: null,
    waitingSince: null,
    isResolved: false,
    stateSince: null,
    assignee: null,
  });
  await sendText(admin, 'Chào bạn', user);
  await sendText(user, 'Chào');
  const { createdAt } = await sendText(user, 'Cho hỏi');
  const lastMessage = { content: 'Cho hỏi', type: 'text', createdAt, isAdminMessage: false };
  for (const body of [{ search: '' }, {}]) {
    expect((await list(body)).users).toMatchObject([{ _id: user.id, unreadCount: 2, lastMessage }]);
  }
});

test('chat list: a row has the beginning of a long newest message', async () => {
  const user = await openUser(testApp, sockets);
  await sendText(user, 'Đ🏝️'.repeat(MESSAGE_MAX_CHARS / 4));
  const [row] = (await list({})).users;
  expect(row?.lastMessage?.content).toMatch(/^(Đ🏝️)+Đ?🏝?$/u);
  expect(row?.lastMessage?.content.length).toBeLessThan(300);
});

test('chat list: {} returns the online users, and the statistics count the verified ones', async () => {
  const people = [await add('Một', 1, { is_verified: true }), await add('Hai', 2), await add('Ba', 3)];
  await add('Vắng', 0, { is_verified: true });
  const leave = await setOnline(people.map(({ id }) => id));
  const { users } = await list({});
  expect(users.map(({ _id }) => _id).sort()).toEqual(people.map(({ id }) => id).sort());
  await expect
    .poll(async () => (await list({})).statistics)
    .toEqual({ totalOnline: 3, verifiedCount: 1, normalUserCount: 2 });
  leave();
});

describe('chat list statistics', () => {
  const update = (id: string, fields: { is_verified?: boolean; username?: string; deleted_at?: Date }) =>
    testApp.database.db.updateTable('accounts').set(fields).where('id', '=', id).execute();
  const statistics = async (body: object = {}) => {
    const { totalOnline, verifiedCount, normalUserCount } = (await list(body)).statistics;
    return [totalOnline, verifiedCount, normalUserCount];
  };

  test('follow each change of an account that is online, by whatever program', async () => {
    const people = [await add('Một', 1, { is_verified: true }), await add('Hai', 2), await add('Ba', 3)];
    const [one, two, three] = people.map(({ id }) => id);
    if (!one || !two || !three) throw new Error('three users');
    const leave = await setOnline([one, two, three]);
    await expect.poll(statistics).toEqual([3, 1, 2]);
    await update(two, { is_verified: true });
    expect(await statistics({ search: '' })).toEqual([3, 2, 1]);
    await update(one, { is_verified: false });
    await update(one, { is_verified: true });
    await update(two, { is_verified: false });
    expect(await statistics()).toEqual([3, 1, 2]);
    await update(three, { username: 'Tên khác' });
    expect(namesOf(await list({}))).toContain('Tên khác');
    expect((await testApp.post(`/api/admin/users/${three}/disable`)).statusCode).toBe(200);
    expect(await statistics()).toEqual([3, 1, 2]);
    await update(one, { deleted_at: testApp.clock.now() });
    expect(await statistics()).toEqual([2, 0, 2]);
    await testApp.database.db.deleteFrom('accounts').where('id', '=', two).execute();
    expect(await statistics({ search: '' })).toEqual([1, 0, 1]);
    expect((await list({})).users.map(({ _id }) => _id)).toEqual([three]);
    const left = await testApp.database.db.selectFrom('account_changes').select('id').execute();
    expect(left).toEqual([]);
    leave();
  });

  test('count a verified user who connects, and forget accounts that changed while nobody was online', async () => {
    const { id } = await add('Một', 1, { is_verified: true });
    await update(id, { is_verified: false });
    await update(id, { is_verified: true });
    expect(await statistics()).toEqual([0, 0, 0]);
    const leave = await setOnline([id]);
    await expect.poll(statistics).toEqual([1, 1, 0]);
    leave();
  });
});

test(
  'chat list: of very many online users the most recent 500 are listed, and all are counted and searched',
  async () => {
    const count = ONLINE_USERS_LIST_LIMIT + 20;
    await sql`
    insert into users (id, username, email, is_verified, last_seen_at)
    select 'u' || lpad(n::text, 4, '0'), 'Người ' || n, 'u' || n || '@x.test', true, ${testApp.clock.now()}::timestamptz
      + n * interval '1 second' from generate_series(1, ${count + 60}) n`.execute(testApp.database.db);
    const idOf = (n: number) => `u${String(n).padStart(4, '0')}`;
    const ids = Array.from({ length: count }, (_, index) => idOf(index + 1));
    const leave = await setOnline(ids);
    // The database has later times than those of the connects: all of them have been read once all count as verified.
    await expect.poll(async () => (await list({})).statistics.verifiedCount, PATIENCE).toBe(count);
    expect((await list({})).users.map(({ _id }) => _id)).toEqual(ids.toReversed().slice(0, ONLINE_USERS_LIST_LIMIT));
    const { statistics, nextCursor } = await list({});
    expect(nextCursor).toBeNull();
    expect(statistics.totalOnline).toBe(count);
    const all = await listAll('');
    const away = Array.from({ length: 60 }, (_, index) => idOf(count + 60 - index));
    expect(all.ids).toEqual([...ids.toReversed(), ...away]);
    expect(all.pages).toBe(Math.ceil((count + 60) / CHAT_USER_PAGE_SIZE));
    expect((await listAll('nguoi')).ids).toEqual(all.ids);
    expect((await listAll('người 52')).ids).toEqual([
      idOf(52),
      idOf(520),
      ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => idOf(520 + n)),
    ]);
    leave();
  },
  TIMEOUT_MS,
);

describe('chat list search', () => {
  test.each([
    ['nguyen', ['Nguyễn Đức', 'Nguyễn An']],
    ['  NGUYỄN   an ', ['Nguyễn An']],
    ['duc', ['Nguyễn Đức']],
    ['0912', ['Trần Bình']],
    ['binh@', ['Trần Bình']],
    ['+84 912 345 678', ['Trần Bình']],
    ['0912.345.678', ['Trần Bình']],
    ['(0912) 345-678', ['Trần Bình']],
    ['84912345678', ['Trần Bình']],
    ['%', []],
    ['_', []],
    ["' or 1=1 --", []],
    ['không ai cả', []],
    ['  ', ['Trần Bình', 'Nguyễn Đức', 'Nguyễn An']],
  ])('for %j ignores case and diacritics, and escapes patterns', async (search, expected) => {
    await add('Nguyễn An', 30);
    await add('Nguyễn Đức', 20);
    await add('Trần Bình', 10, { phone: '0912345678', email: 'binh@x.test' });
    await insertAdmin(testApp.database.db, { username: 'Nguyễn Quản Trị' });
    expect(namesOf(await list({ search }))).toEqual(expected);
  });

  test('returns the online users first', async () => {
    await add('Nguyễn Vắng', 1);
    await openMember(testApp, sockets, await add('Nguyễn Có Mặt', 60));
    await openMember(testApp, sockets, await add('Trần Có Mặt', 60));
    expect(namesOf(await list({ search: 'nguyễn' }))).toEqual(['Nguyễn Có Mặt', 'Nguyễn Vắng']);
  });

  test('returns the best match first among the online users, then among the others; a matching domain alone is last', async () => {
    await add('Mai', 600);
    await add('Nguyễn Thị Mai', 500);
    await add('Lê Maika', 5);
    await add('Trần Văn', 4, { email: 'van@vietmail.test' });
    await add('Trần Vũ', 3, { email: 'maivu@x.test' });
    await openMember(testApp, sockets, await add('Lê Mail', 60, { email: 'a@vietmail.test' }));
    await openMember(testApp, sockets, await add('Đỗ Mai', 60));
    await openMember(testApp, sockets, await add('Hồ An', 60, { email: 'an@vietmail.test' }));
    const expected = ['Đỗ Mai', 'Lê Mail', 'Mai', 'Nguyễn Thị Mai', 'Lê Maika', 'Trần Vũ', 'Hồ An', 'Trần Văn'];
    expect(namesOf(await list({ search: 'mai' }))).toEqual(expected);
    const paged: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ search: 'mai', limit: 1, cursor });
      paged.push(...namesOf(page));
      cursor = page.nextCursor;
    } while (cursor && paged.length < 20);
    expect(paged).toEqual(expected);
  });

  test('of very many users returns each once, in order, for rare and frequent terms', async () => {
    const { db } = testApp.database;
    await sql`
      insert into users (id, username, email, last_seen_at)
      select 'v' || n, case when n % 200 = 0 then 'Lê Hiếm ' else 'Phạm Đông ' end || n, 'v' || n || '@x.test',
        case when n % 5 = 0 then null else ${testApp.clock.now()}::timestamptz - n * interval '1 minute' end
      from generate_series(1, 12000) n`.execute(db);
    await sql`analyze users`.execute(db);
    const inOrder = (await db
      .selectFrom('users')
      .select(['id', 'username'])
      .where('role', '=', 'user')
      .orderBy(sql`last_seen_at desc nulls last`)
      .orderBy('id', 'desc')
      .execute()) satisfies unknown[];
    const having = (part: string) => inOrder.filter(({ username }) => username.includes(part)).map(({ id }) => id);
    expect((await listAll('le hiem')).ids).toEqual(having('Lê Hiếm'));
    expect((await listAll('hiếm 4')).ids).toEqual(having('Hiếm 4'));
    expect((await list({ search: 'pham', limit: CHAT_USER_PAGE_SIZE })).users.map(({ _id }) => _id)).toEqual(
      having('Phạm').slice(0, CHAT_USER_PAGE_SIZE),
    );
    expect(await listAll('zq')).toMatchObject({ ids: [] });
  });
});

test(
  'chat list search: of very many online users of whom few match, each is returned once, in order',
  async () => {
    const { db } = testApp.database;
    const [count, online] = [4_200, 2_100];
    await sql`
      insert into users (id, username, email, last_seen_at)
      select 'x' || lpad(n::text, 4, '0'), case when n % 100 = 0 then 'Lê Hiếm ' else 'Phạm Đông ' end || n,
        'x' || n || '@mien.test', ${testApp.clock.now()}::timestamptz - n * interval '1 minute'
      from generate_series(1, ${count}) n`.execute(db);
    await sql`analyze users`.execute(db);
    // The users who were seen least lately are online.
    const isOnline = (id: string) => Number(id.slice(1)) > count - online;
    const query = db.selectFrom('users').select(['id', 'username']).where('role', '=', 'user');
    const leave = await setOnline((await query.execute()).map(({ id }) => id).filter(isOnline));
    const stored = query.where('last_seen_at', '=', testApp.clock.now());
    await expect.poll(async () => (await stored.execute()).length, PATIENCE).toBe(online);
    // Again, that they are not at the beginning of what is searched.
    await sql`update users set last_seen_at = last_seen_at - interval '2 years' where last_seen_at = ${testApp.clock.now()}::timestamptz`.execute(
      db,
    );
    const rows = await query.orderBy('last_seen_at', 'desc').orderBy('id', 'desc').execute();
    const having = (part: string) => {
      const ids = rows.filter(({ username }) => username.includes(part)).map(({ id }) => id);
      return [...ids.filter(isOnline), ...ids.filter((id) => !isOnline(id))];
    };
    expect((await listAll('le hiem')).ids).toEqual(having('Hiếm'));
    expect((await listAll('pham')).ids.slice(0, 90)).toEqual(having('Phạm').slice(0, 90));
    expect((await listAll('mien.test')).ids).toEqual(having(''));
    leave();
  },
  TIMEOUT_MS,
);

test('chat list: without a limit a client gets a thousand, because a legacy panel cannot ask for more', async () => {
  await sql`
    insert into users (id, username, email) select 'w' || n, 'Người ' || n, 'w' || n || '@x.test'
    from generate_series(1, ${CHAT_USERS_DEFAULT_LIMIT + 5}) n`.execute(testApp.database.db);
  const { users, nextCursor } = await list({ search: '' });
  expect(users).toHaveLength(CHAT_USERS_DEFAULT_LIMIT);
  expect(nextCursor).toEqual(expect.any(String));
  expect((await testApp.post('/api/admin/online-users', { search: '', limit: 1_001 })).statusCode).toBe(400);
});
