import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { MESSAGE_MAX_CHARS, TYPING_IDLE_MS } from '@hai-dang/contract/constants.ts';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DEMO_USER_LOGIN } from '../../../server/src/app/demo-logins.ts';
import { hashPassword } from '../../../server/src/auth/password.ts';
import { buildTestApp, type TestApp } from '../../../server/src/testing/build-test-app.ts';
import { newTempId } from '../../../server/src/testing/chat-members.ts';
import { type CuttableProxy, startCuttableProxy } from '../../../server/src/testing/cuttable-proxy.ts';
import { insertUser } from '../../../server/src/testing/factories.ts';
import { ask, createSocketOpener } from '../../../server/src/testing/socket-client.ts';
import { pngOf } from '../../../server/src/testing/test-images.ts';

const SCRIPT = path.join(import.meta.dirname, 'main.ts');
const PATIENCE = { timeout: 10_000, interval: 20 };

let testApp: TestApp;
let network: CuttableProxy;
let userId: string;
let url: string;
const sockets = createSocketOpener(() => url);
const children = new Set<ChildProcess>();

beforeAll(async () => {
  testApp = await buildTestApp();
  url = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  network = await startCuttableProxy(url);
  const password_hash = await hashPassword(DEMO_USER_LOGIN.password);
  const user = await insertUser(testApp.database.db, {
    username: 'Nguyễn Thị Mai',
    email: DEMO_USER_LOGIN.email,
    password_hash,
  });
  userId = user.id;
});
afterEach(() => {
  sockets.closeAll();
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});
afterAll(async () => {
  await network.close();
  await testApp.close();
});

/** Runs the program as a chat, and waits until it is connected. */
async function startChat() {
  const child = spawn(process.execPath, [SCRIPT, 'chat', '--url', network.url], { env: { PATH: process.env['PATH'] } });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const shows = (text: string) => expect.poll(() => output, PATIENCE).toContain(text);
  await shows('● Đã kết nối.');
  return {
    shows,
    output: () => output,
    write: (...lines: string[]) => child.stdin.write(lines.map((line) => `${line}\n`).join('')),
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
}

/** A connected administrator, with every event they receive. */
async function openAdmin(): Promise<{ socket: Socket; events: Array<[name: string, payload: unknown]> }> {
  const socket = await sockets.open(testApp.admin.token);
  const events: Array<[string, unknown]> = [];
  socket.onAny((name: string, payload: unknown) => events.push([name, payload]));
  await ask(socket, 'admin_connected', testApp.admin.id);
  return { socket, events };
}

async function reply(socket: Socket, text: string, quotedId?: string): Promise<void> {
  const ack = await ask(socket, 'admin_message', { userId, text, type: 'text', tempId: newTempId(), quotedId });
  expect(ack).toMatchObject({ message: { content: text } });
}

const stored = () =>
  testApp.database.db.selectFrom('messages').select(['seq', 'content', 'is_from_admin']).orderBy('seq').execute();

test('chat: sends each line, prints replies, typing and read receipts', async () => {
  const { socket, events } = await openAdmin();
  const chat = await startChat();
  chat.write('Cho em hỏi cách đổi mật khẩu?');
  await chat.shows('✓ Đã gửi: Cho em hỏi cách đổi mật khẩu?');
  const bodies = (name: string) => events.filter(([each]) => each === name).map(([, body]) => body);
  const expectEvents = (name: string) => expect.poll(() => bodies(name), PATIENCE);
  await expectEvents('receive_message').toMatchObject([
    { content: 'Cho em hỏi cách đổi mật khẩu?', sender: { _id: userId } },
  ]);

  await ask(socket, 'admin_mark_read', { userId });
  await chat.shows('✓✓ Quản trị viên đã xem');
  // Typing events are volatile: a busy connection drops them. Here and below they are sent again.
  const seeTyping = async () => {
    await ask(socket, 'admin_typing', { userId, isTyping: true });
    return chat.output();
  };
  await expect.poll(seeTyping, { ...PATIENCE, interval: 500 }).toContain('Quản trị viên đang nhập tin nhắn...');
  await reply(socket, 'Bạn vào Cài đặt nhé');
  await chat.shows('Quản trị thử: Bạn vào Cài đặt nhé');
  const [{ _id }] = bodies('receive_message') as [{ _id: string }];
  await reply(socket, 'Mục Bảo mật', _id);
  await chat.shows('Quản trị thử: (trả lời “Cho em hỏi cách đổi mật khẩu?”) Mục Bảo mật');
  // Both answers are read, each as it comes.
  await expectEvents('messages_marked_read').toMatchObject([{ byUserId: userId }, { byUserId: userId }]);

  const typing = [true, false].map((isTyping) => ({ userId, isTyping }));
  const typeAgain = () => {
    chat.write('/typing');
    return bodies('user_typing_status');
  };
  await expect.poll(typeAgain, { ...PATIENCE, interval: 2 * TYPING_IDLE_MS }).toEqual(expect.arrayContaining(typing));
  chat.write('/xin-chao', '/quit');
  expect(await chat.ended).toBe(0);
  expect(chat.output()).toContain('Không có lệnh /xin-chao');
  expect((await stored()).map((message) => message.is_from_admin)).toEqual([false, true, true]);
});

test('chat: sends messages written offline once and in order, and prints the number of missed ones', async () => {
  const before = (await stored()).length;
  const { socket } = await openAdmin();
  const chat = await startChat();
  chat.write('một');
  await chat.shows('✓ Đã gửi: một');
  chat.write('/offline', 'hai', 'ba');
  await chat.shows('2 tin nhắn chờ gửi');
  await reply(socket, 'Lúc bạn đi vắng');
  chat.write('/online');
  await chat.shows('✓ Đã gửi: ba');
  await chat.shows('(1 tin nhắn đến lúc ngoại tuyến');
  chat.write('/quit');
  expect(await chat.ended).toBe(0);
  const contents = (await stored()).slice(before).map(({ content }) => content);
  expect(contents).toEqual(['một', 'Lúc bạn đi vắng', 'hai', 'ba']);
});

test('chat: /image sends a file, a file that is no image is rejected, received images are printed', async () => {
  const before = (await stored()).length;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-demo-user-'));
  const file = path.join(folder, 'bãi biển.png');
  await writeFile(file, await pngOf({ width: 64, height: 48 }));
  const notes = path.join(folder, 'notes.txt');
  await writeFile(notes, 'no image');
  const { socket } = await openAdmin();
  const chat = await startChat();
  chat.write(`/image ${file}`);
  await chat.shows('✓ Đã gửi: [Hình ảnh bãi biển.png]');
  chat.write(`/image ${notes}`, '/image /khong/co.png');
  await chat.shows('✗ Không gửi được: [Hình ảnh notes.txt] (Tệp không phải là hình ảnh');
  await chat.shows('Không đọc được tệp /khong/co.png');
  const image = await pngOf({ width: 90, height: 60 });
  await ask(socket, 'admin_send_image', { userId, image, tempId: 'image', caption: 'Như thế này nhé' });
  await chat.shows('Quản trị thử: [Hình ảnh 90 × 60] Như thế này nhé');
  chat.write('/quit');
  // One was rejected.
  expect(await chat.ended).toBe(1);
  expect((await stored()).slice(before)).toMatchObject([{ is_from_admin: false }, { is_from_admin: true }]);
  await rm(folder, { recursive: true });
});

test('chat: /quit without a network ends with 0 when the outbox is empty', async () => {
  const chat = await startChat();
  await network.cut();
  await chat.shows('○ Mất kết nối');
  chat.write('/quit');
  expect(await chat.ended).toBe(0);
  await network.mend();
});

test('chat: reconnects after a network failure, and sends what was written meanwhile', async () => {
  const before = (await stored()).length;
  const chat = await startChat();
  await network.cut();
  await chat.shows('○ Mất kết nối');
  chat.write('viết lúc mất mạng');
  await chat.shows('1 tin nhắn chờ gửi');
  await network.mend();
  await chat.shows('✓ Đã gửi: viết lúc mất mạng');
  chat.write('/quit');
  expect(await chat.ended).toBe(0);
  expect((await stored()).slice(before)).toMatchObject([{ content: 'viết lúc mất mạng' }]);
});

test('chat: prints a rejected message, and ends with 1 when the account is disabled', async () => {
  const chat = await startChat();
  const long = 'a'.repeat(MESSAGE_MAX_CHARS + 1);
  chat.write(long);
  await chat.shows(`✗ Không gửi được: ${long}`);
  expect((await testApp.post(`/api/admin/users/${userId}/disable`)).statusCode).toBe(200);
  await chat.shows('Máy chủ từ chối kết nối');
  expect(await chat.ended).toBe(1);
});
