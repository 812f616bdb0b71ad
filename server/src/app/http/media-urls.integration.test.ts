import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '@hai-dang/contract/chat/chat.schema.ts';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sendTextAsAdmin } from '../../chat/messages/send-text.ts';
import { type ImageApp, openImageApp } from '../../testing/chat-images.ts';
import { newTempId } from '../../testing/chat-members.ts';
import { insertAdmin, insertNotification, insertPost, insertReport, insertUser } from '../../testing/factories.ts';
import { ask, listen } from '../../testing/socket-client.ts';
import { pngOf } from '../../testing/test-images.ts';

const AVATAR = '/media/0123456789abcdef.webp';
const FOREIGN = 'https://lh3.example.com/a.jpg';
const FORWARDED = { 'x-forwarded-host': 'api.example.vn', 'x-forwarded-proto': 'https' };
const PUBLIC_URL = 'https://haidang.example.vn/app';
const SIGNED = /^\?expires=\d+&signature=[\w-]{22}$/;

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

/** Opens a socket whose client has reached the server by this host. */
async function openSocket(url: string, token: string, headers: Record<string, string>): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, auth: { token }, extraHeaders: headers });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

/** The payloads of an event that a socket receives, in order. */
function receivedBy<Payload = ChatMessage>(socket: Socket, name: string): Payload[] {
  const received: Payload[] = [];
  socket.on(name, (payload: Payload) => void received.push(payload));
  return received;
}

describe('image URLs in responses', () => {
  let app: ImageApp;
  beforeAll(async () => {
    app = await openImageApp();
  });
  afterAll(() => app.close());

  test('are absolute, with the host of the request; URLs of other hosts are unchanged', async () => {
    const { database, send, admin } = app.testApp;
    const user = await insertUser(database.db, { avatar_url: AVATAR });
    await insertPost(database.db, user.id, { image_urls: [AVATAR, FOREIGN, '//cdn.example.com/b.jpg', '/cũ/c.png'] });
    await insertNotification(database.db, admin.id, { sender_avatar_url: AVATAR });
    const headers = { host: 'panel.example.vn:8443' };
    const ask = async (url: string, body = {}) => (await send('POST', url, { body, headers })).json().data;
    const base = 'http://panel.example.vn:8443';
    const avatar = base + AVATAR;
    expect(await ask(`/api/admin/users/detail/${user.id}`)).toMatchObject({ avatar });
    expect((await ask('/api/admin/users'))[0]).toMatchObject({ _id: user.id, avatar });
    const { posts } = await ask(`/api/admin/users/${user.id}/posts`);
    expect(posts[0]).toMatchObject({
      user: { avatar },
      images: [avatar, FOREIGN, '//cdn.example.com/b.jpg', `${base}/cũ/c.png`],
    });
    const { notifications } = await ask('/api/admin/notifications');
    expect(notifications[0]).toMatchObject({ senderAvatar: avatar });
    const { users } = await ask('/api/admin/online-users', { search: '' });
    expect(users.find(({ _id }: { _id: string }) => _id === user.id)).toMatchObject({ avatar });
  });

  test('of the subject of a report, by its type', async () => {
    const { database, send } = app.testApp;
    const user = await insertUser(database.db, { avatar_url: AVATAR });
    const post = await insertPost(database.db, user.id, { image_urls: [AVATAR] });
    const base = 'http://panel.example.vn';
    const items = [
      ['User', user.id, { avatar: base + AVATAR }],
      ['Post', post.id, { images: [base + AVATAR], user: { avatar: base + AVATAR } }],
    ] as const;
    for (const [itemType, itemId, expected] of items) {
      const { id } = await insertReport(database.db, { itemType, itemId, itemAuthorId: user.id });
      const response = await send('POST', `/api/reports/admin/detail/${id}`, {
        body: {},
        headers: { host: 'panel.example.vn' },
      });
      expect(response.json().data.reportedItem).toMatchObject(expected);
    }
  });

  test('ignore forwarded host and protocol unless a trusted proxy sends them', async () => {
    const { database, send } = app.testApp;
    const user = await insertUser(database.db, { avatar_url: AVATAR });
    const headers = { host: 'panel.example.vn', ...FORWARDED };
    const response = await send('POST', `/api/admin/users/detail/${user.id}`, { body: {}, headers });
    expect(response.json().data.avatar).toBe(`http://panel.example.vn${AVATAR}`);
  });

  test('in a message text are unchanged', async () => {
    const { admin, services, post } = app.testApp;
    const user = await app.newUser();
    const content = `/media/evidence/${'0'.repeat(64)}.webp`;
    await sendTextAsAdmin(services.app, { userId: user.id, content, tempId: newTempId() }, admin);
    expect((await post(`/api/admin/chat/${user.id}`)).json().data).toMatchObject([{ type: 'text', content }]);
    const { users } = (await post('/api/admin/online-users', { search: user.username })).json().data;
    expect(users[0].lastMessage).toMatchObject({ content });
  });

  test('of an imported message, whose image was once public, are signed', async () => {
    const { database, admin, post, clock, services } = app.testApp;
    const user = await app.newUser();
    await sendTextAsAdmin(services.app, { userId: user.id, content: 'chữ', tempId: newTempId() }, admin);
    await database.db
      .updateTable('messages')
      .set({ type: 'image', content: AVATAR, created_at: clock.now() })
      .where('user_id', '=', user.id)
      .execute();
    const [message] = (await post(`/api/admin/chat/${user.id}`)).json().data;
    expect(message.content.replace(`http://localhost${AVATAR}`, '')).toMatch(SIGNED);
  });
});

describe('image URLs behind a trusted proxy', () => {
  let app: ImageApp;
  let url: string;
  beforeAll(async () => {
    app = await openImageApp({ trustProxy: ['loopback'] });
    url = await listen(app.testApp.app);
  });
  afterAll(() => app.close());

  test("have host and protocol of the proxy's headers in responses, events and acknowledgements, for each client", async () => {
    const { database, send, admin } = app.testApp;
    const user = await insertUser(database.db, { avatar_url: AVATAR });
    const response = await send('POST', `/api/admin/users/detail/${user.id}`, { body: {}, headers: FORWARDED });
    expect(response.json().data.avatar).toBe(`https://api.example.vn${AVATAR}`);

    const colleague = await insertAdmin(database.db);
    const direct = await openSocket(url, await app.sessionOf(colleague.id), {});
    const forwarded = await openSocket(url, await app.sessionOf(admin.id), FORWARDED);
    const status = receivedBy<{ userId: string; avatar: string }>(direct, 'user_status_changed');
    const bases = [
      [direct, colleague.id, url],
      [forwarded, admin.id, 'https://api.example.vn'],
    ] as const;
    const online = bases.map(([socket]) => receivedBy<Array<{ avatar: string }>>(socket, 'onlineUsers'));
    const received = bases.map(([socket]) => receivedBy(socket, 'receive_message'));
    const updated = bases.map(([socket]) =>
      receivedBy<{ content: string; type: string }>(socket, 'conversation_updated'),
    );
    for (const [socket, id] of bases) await ask(socket, 'admin_connected', id);
    const userSocket = await openSocket(url, await app.sessionOf(user.id), {});
    await expect.poll(() => status.map(({ avatar }) => avatar)).toEqual([url + AVATAR]);
    for (const [socket, id] of bases) await ask(socket, 'admin_connected', id);
    for (const [index, [, , base]] of bases.entries()) {
      expect(online[index]?.at(-1)).toMatchObject([{ avatar: base + AVATAR }]);
    }

    const upload = { image: await pngOf(), adminId: admin.id, userId: user.id, tempId: randomUUID() };
    const own = receivedBy(forwarded, 'message_sent');
    const toUser = receivedBy(userSocket, 'receive_message');
    const { message } = (await forwarded.timeout(20_000).emitWithAck('admin_send_image', upload)) as {
      message: ChatMessage;
    };
    await expect.poll(() => [toUser.length, received[0]?.length, updated[1]?.length]).toEqual([1, 1, 1]);
    for (const [published, base] of [
      [message, 'https://api.example.vn'],
      [own[0], 'https://api.example.vn'],
      [received[0]?.[0], url],
      [toUser[0], url],
    ] as const) {
      for (const address of [published?.content, published?.image?.preview]) {
        const { origin, pathname, search } = new URL(address ?? '');
        expect([origin, pathname.startsWith(`/media/chat/${user.id}/`)]).toEqual([base, true]);
        expect(search).toMatch(SIGNED);
        expect((await fetch(`${url}${pathname}${search}`)).status).toBe(200);
      }
    }
    expect(updated[1]?.[0]?.content).toBe(message.content);
    expect(received[1]).toEqual([]);
  });
});

test('image URLs: with PUBLIC_URL every client gets that host', async () => {
  const app = await openImageApp({ publicUrl: PUBLIC_URL });
  try {
    const { database, send, admin, realtime } = app.testApp;
    const url = await listen(app.testApp.app);
    const user = await insertUser(database.db, { avatar_url: AVATAR });
    const headers = { host: 'elsewhere.example' };
    const response = await send('POST', `/api/admin/users/detail/${user.id}`, { body: {}, headers });
    expect(response.json().data.avatar).toBe(PUBLIC_URL + AVATAR);
    const socket = await openSocket(url, await app.sessionOf(admin.id), {});
    const received = receivedBy<Array<{ avatar: string }> | { avatar: string }>(socket, 'onlineUsers');
    await ask(socket, 'admin_connected', admin.id);
    await openSocket(url, await app.sessionOf(user.id), {});
    await ask(socket, 'admin_connected', admin.id);
    expect(received.at(-1)).toMatchObject([{ avatar: PUBLIC_URL + AVATAR }]);
    expect(realtime.countOpen()).toEqual({ admin: 1, user: 1 });
  } finally {
    await app.close();
  }
});
