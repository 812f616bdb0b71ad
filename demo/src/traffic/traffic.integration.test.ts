import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DEMO_ADMIN_LOGIN, DEMO_DATA_KEY, DEMO_USER_LOGIN } from '../../../server/src/app/demo-logins.ts';
import { hashPassword } from '../../../server/src/auth/password.ts';
import { buildTestApp, type TestApp } from '../../../server/src/testing/build-test-app.ts';
import { insertPost, insertUser } from '../../../server/src/testing/factories.ts';
import { ask, createSocketOpener } from '../../../server/src/testing/socket-client.ts';

const SCRIPT = path.join(import.meta.dirname, 'main.ts');
const PATIENCE = { timeout: 30_000, interval: 50 };
/** A user who is offline for less than this stays online for other clients. */
const GRACE_MS = 3_000;
/** More than the number of sign-ins that the limiter queues at once. */
const USERS = 8;
/** The address decides what a simulated user does; one of these writes a message and goes offline at once. */
const emailOf = (index: number) => `user${21 + index}@traffic.test`;

let testApp: TestApp;
let url: string;
const sockets = createSocketOpener(() => url);
const children = new Set<ChildProcess>();

beforeAll(async () => {
  testApp = await buildTestApp({ presenceGraceMs: GRACE_MS });
  url = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  sockets.closeAll();
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});
afterAll(() => testApp.close());

function start(...args: string[]) {
  const child = spawn(process.execPath, [SCRIPT, '--url', url, ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: testApp.database.url },
  });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code as number | null) };
}

const countOf = async (table: 'messages' | 'reports') => {
  const { db } = testApp.database;
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

test.each([
  [['--minutes', 'lâu'], '--minutes lâu'],
  [['--users', '0'], '--users 0'],
  [['--users', '1000'], '--users 1000'],
  [['--speed', ''], '--speed '],
  [['--url', 'ftp://x'], '--url ftp://x'],
  [['--url', 'http://127.0.0.1:9'], 'Không kết nối được http://127.0.0.1:9'],
  [['--fast'], 'npm run demo:traffic'],
])('npm run demo:traffic %j: prints one line and ends with 1', async (args, message) => {
  const { ended, output } = start(...args);
  expect(await ended).toBe(1);
  expect(output()).toContain(message);
  expect(output()).not.toContain('    at ');
});

test('npm run demo:traffic without demo users: prints that and ends with 1', async () => {
  const { ended, output } = start();
  expect(await ended).toBe(1);
  expect(output()).toContain('không có người dùng mẫu');
});

test('npm run demo:traffic: users connect, write, reply and report until SIGINT, then disconnect', {
  timeout: 60_000,
}, async () => {
  const { db } = testApp.database;
  const password_hash = await hashPassword(DEMO_USER_LOGIN.password);
  const mai = await insertUser(db, { email: DEMO_USER_LOGIN.email, password_hash });
  await insertPost(db, mai.id);
  const users = await Promise.all(
    Array.from({ length: USERS }, (_, index) => insertUser(db, { password_hash, email: emailOf(index) })),
  );
  const value = JSON.stringify({ admin: DEMO_ADMIN_LOGIN, user: DEMO_USER_LOGIN });
  await db.insertInto('app_meta').values({ key: DEMO_DATA_KEY, value }).execute();

  const socket = await sockets.open(testApp.admin.token);
  const typing: unknown[] = [];
  socket.on('user_typing_status', (status: unknown) => typing.push(status));
  await ask(socket, 'admin_connected', testApp.admin.id);
  const { child, ended, output } = start('--speed', '10', '--users', String(USERS));
  const countOnline = async () => (await testApp.services.presence.countOnline()).total;
  await expect.poll(countOnline, PATIENCE).toBe(USERS);
  expect(await testApp.services.presence.isOnline(mai.id)).toBe(false);
  await expect.poll(() => countOf('messages'), PATIENCE).toBeGreaterThan(4);
  await expect.poll(() => countOf('reports'), PATIENCE).toBeGreaterThan(0);
  expect(typing.length).toBeGreaterThan(0);

  for (const { id } of users) {
    const text = 'Chào bạn, chúng tôi đang xem.';
    await ask(socket, 'admin_message', { userId: id, text, type: 'text', tempId: id });
  }
  await expect.poll(output, PATIENCE).toContain('nhận: Chào bạn, chúng tôi đang xem.');
  // A user who got a reply has read it.
  const readers = () => db.selectFrom('conversations').select('user_id').where('user_read_seq', '>', 0).execute();
  await expect.poll(async () => (await readers()).length, PATIENCE).toBeGreaterThan(0);

  // The signal that the terminal sends at Ctrl-C.
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  const { messages, reports } = /Xong: (?<messages>\d+) tin nhắn, (?<reports>\d+) báo cáo/.exec(output())?.groups ?? {};
  const adminMessages = users.length;
  expect([Number(messages), Number(reports)]).toEqual([
    (await countOf('messages')) - adminMessages,
    await countOf('reports'),
  ]);
  await expect.poll(countOnline, PATIENCE).toBe(0);
});

test('npm run demo:traffic: ends after --minutes, when every message is stored', async () => {
  const { ended, output } = start('--minutes', '0.1', '--speed', '10');
  expect(await ended).toBe(0);
  expect(output()).toContain('Mọi người đã rời ứng dụng.');
});
