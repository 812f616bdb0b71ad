import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventsOf, openAdmin, openMember, openUser, sendText } from '../testing/chat-members.ts';
import { insertAdmin, insertPost, insertSession, insertUser } from '../testing/factories.ts';
import { hasRedisServer } from '../testing/redis-server.ts';
import { ask, untilClosed } from '../testing/socket-client.ts';
import { pngOf } from '../testing/test-images.ts';
import { healthOf, startTwoServers, type TwoServers } from '../testing/two-servers.ts';

const PATIENCE = { timeout: 10_000, interval: 50 };
const SLOWLY = { timeout: 10_000, interval: 500 };
const START_TIMEOUT_MS = 60_000;

let servers: TwoServers;
beforeAll(async () => {
  if (hasRedisServer) servers = await startTwoServers();
}, START_TIMEOUT_MS);
afterAll(async () => servers?.close());

const call = async (url: string, path: string, token: string, body: object = {}) => {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
};

describe.skipIf(!hasRedisServer)('cluster: several servers on one Redis', () => {
  test("a user's messages at one reach administrators at the other, in order and once", async () => {
    const { a, b } = servers;
    const admin = await openAdmin(servers, b.sockets);
    const user = await openUser(servers, a.sockets);
    const sent = [];
    for (let n = 0; n < 15; n += 1) sent.push(await sendText(user, `tin ${n}`));
    await expect
      .poll(() => admin.received.filter(([name]) => name === 'receive_message').map(([, { _id }]) => _id), PATIENCE)
      .toEqual(sent.map(({ _id }) => _id));
    const history = await call(b.url, `/api/admin/chat/${user.id}`, admin.token, { limit: 100 });
    expect(JSON.stringify(history)).toContain('tin 14');

    await eventsOf(user);
    const { _id } = await sendText(admin, 'trả lời', user);
    await expect
      .poll(() => user.received, PATIENCE)
      .toContainEqual(['receive_message', expect.objectContaining({ _id })]);
  });

  test('an edit and a deletion at one reach administrators and the user at the other, and are stored once', async () => {
    const { a, b } = servers;
    const [author, colleague] = [await openAdmin(servers, a.sockets), await openAdmin(servers, b.sockets)];
    const user = await openUser(servers, b.sockets);
    const { _id: messageId } = await sendText(author, 'chào bạm', user);
    const changes = ({ received }: typeof user) => received.filter(([name]) => /^message_(edited|deleted)$/.test(name));
    await ask(author.socket, 'admin_edit_message', { messageId, text: 'chào bạn' });
    for (const member of [colleague, user]) {
      await expect
        .poll(() => changes(member), PATIENCE)
        .toMatchObject([['message_edited', { messageId, message: { content: 'chào bạn' } }]]);
    }
    await ask(author.socket, 'admin_delete_message', { messageId });
    for (const member of [colleague, user]) {
      await expect
        .poll(() => changes(member), PATIENCE)
        .toMatchObject([
          ['message_edited', {}],
          ['message_deleted', { messageId, userId: user.id }],
        ]);
    }
  });

  test('messages of two clients in one conversation at different servers have one order', async () => {
    const { a, b } = servers;
    const [first, second] = [await openAdmin(servers, a.sockets), await openAdmin(servers, b.sockets)];
    const user = await openUser(servers, a.sockets);
    await Promise.all(
      [first, second].map(async (admin) => {
        for (let n = 0; n < 10; n += 1) await sendText(admin, `câu ${n}`, user);
      }),
    );
    const seqs = () => user.received.filter(([name]) => name === 'receive_message').map(([, { seq }]) => Number(seq));
    await expect
      .poll(() => seqs().toSorted((x, y) => x - y), PATIENCE)
      .toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  test('typing and read marks reach the other server', async () => {
    const { a, b } = servers;
    const admin = await openAdmin(servers, b.sockets);
    const user = await openUser(servers, a.sockets);
    const { seq } = await sendText(user, 'chào');
    // Repeated, as clients do: volatile events are dropped if a socket cannot take them at once.
    const userTypes = async () => {
      await ask(user.socket, 'user_typing');
      return admin.received;
    };
    await expect.poll(userTypes, SLOWLY).toContainEqual(['user_typing_status', { userId: user.id, isTyping: true }]);
    const adminTypes = async () => {
      await ask(admin.socket, 'admin_typing', { userId: user.id, isTyping: true });
      return user.received;
    };
    await expect.poll(adminTypes, SLOWLY).toContainEqual(['admin_typing_status', { isTyping: true }]);
    await ask(admin.socket, 'admin_mark_read', { userId: user.id, adminId: admin.id });
    await expect
      .poll(() => user.received, PATIENCE)
      .toContainEqual(['messages_marked_read', { byUserId: admin.id, forUserId: user.id, upToSeq: seq }]);
  });

  test('a conversation resolved at one server is resolved for administrators at the other', async () => {
    const { a, b } = servers;
    const [here, there] = [await openAdmin(servers, a.sockets), await openAdmin(servers, b.sockets)];
    const user = await openUser(servers, a.sockets);
    await sendText(user, 'chào');
    await call(a.url, `/api/admin/chat/${user.id}/resolve`, here.token);
    const states = () => there.received.filter(([name]) => name === 'conversation_state_changed').map(([, it]) => it);
    await expect
      .poll(states, PATIENCE)
      .toMatchObject([{ isResolved: false }, { userId: user.id, isResolved: true, formerState: 'waiting' }]);
    expect(user.received.map(([name]) => name)).not.toContain('conversation_state_changed');
  });

  test('a user is online as long as any server has a socket of the user', async () => {
    const { a, b, database } = servers;
    const admin = await openAdmin(servers, b.sockets);
    const published: unknown[] = [];
    const account = await insertUser(database.db);
    admin.socket.on('user_status_changed', (status: { userId: string; isOnline: boolean }) => {
      if (status.userId === account.id) published.push(status.isOnline);
    });
    const listed = async () =>
      JSON.stringify(await call(b.url, '/api/admin/online-users', admin.token)).includes(account.id);
    const atA = await openMember(servers, a.sockets, { id: account.id, role: 'user' });
    await expect.poll(() => published, PATIENCE).toEqual([true]);
    expect(await listed()).toBe(true);

    const atB = await openMember(servers, b.sockets, { id: account.id, role: 'user' });
    atA.socket.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 6_500));
    expect([published, await listed()]).toEqual([[true], true]);
    atB.socket.disconnect();
    await expect.poll(() => published, PATIENCE).toEqual([true, false]);
    expect(await listed()).toBe(false);
  });

  test('users of all servers are counted, and listed in order, with their present verification', async () => {
    const { a, b, database } = servers;
    const admin = await openAdmin(servers, b.sockets);
    const first = await openMember(servers, a.sockets, await insertUser(database.db, { is_verified: true }));
    const second = await openUser(servers, b.sockets);
    const listed = async ({ url }: typeof a) => {
      const { data } = (await call(url, '/api/admin/online-users', admin.token)) as {
        data: { users: Array<{ _id: string }>; statistics: { verifiedCount: number } };
      };
      const ids = data.users.map(({ _id }) => _id).filter((id) => id === first.id || id === second.id);
      return { ids, verifiedCount: data.statistics.verifiedCount };
    };
    const before = { ids: [second.id, first.id], verifiedCount: 1 };
    for (const node of [a, b]) await expect.poll(() => listed(node), PATIENCE).toEqual(before);
    await database.db.updateTable('users').set({ is_verified: true }).where('id', '=', second.id).execute();
    for (const node of [a, b]) expect(await listed(node)).toEqual({ ...before, verifiedCount: 2 });
  });

  test("administrators at different servers see each other's presence", async () => {
    const { a, b, database } = servers;
    const user = await insertUser(database.db);
    const [first, second] = [await openAdmin(servers, a.sockets), await openAdmin(servers, b.sockets)];
    const seenBy = (member: typeof first) => {
      const last = member.received.findLast(([name]) => name === 'conversation_viewers');
      const viewers = (last?.[1]['viewers'] ?? []) as Array<{ _id: string; isTyping: boolean }>;
      return viewers.map(({ _id, isTyping }) => (isTyping ? `${_id} types` : _id)).toSorted();
    };
    await ask(first.socket, 'admin_join_chat', user.id);
    await ask(second.socket, 'admin_join_chat', user.id);
    const both = [first.id, second.id].toSorted();
    await expect.poll(() => [seenBy(first), seenBy(second)], PATIENCE).toEqual([both, both]);
    await ask(second.socket, 'admin_typing', { userId: user.id, isTyping: true });
    await expect.poll(() => seenBy(first), PATIENCE).toContain(`${second.id} types`);
    second.socket.disconnect();
    await expect.poll(() => seenBy(first), PATIENCE).toEqual([first.id]);
  });

  test('a report filed at one server, and its notification, reach administrators at the other', async () => {
    const { a, b, database } = servers;
    const admin = await openAdmin(servers, b.sockets);
    const user = await openUser(servers, a.sockets);
    const reported = await insertUser(database.db);
    const response = await call(a.url, '/api/reports/create', user.token, {
      itemType: 'User',
      reportedItem: reported.id,
      reason: 'spam',
      description: 'Gửi quảng cáo liên tục cho mọi người',
    });
    expect(response).toMatchObject({ success: true });
    await expect.poll(() => admin.received.map(([name]) => name), PATIENCE).toContain('notification_added');
    expect(admin.received.map(([name]) => name)).toContain('report_added');
  });

  test('the URL of an image has the host of its client, whichever server sends it; none works after a takedown', async () => {
    const { a, b, database } = servers;
    const key = `${randomUUID()}.webp`;
    await mkdir(path.join(servers.dataDir, 'media'), { recursive: true });
    await writeFile(
      path.join(servers.dataDir, 'media', key),
      await sharp(await pngOf())
        .webp()
        .toBuffer(),
    );
    const status = async ({ url }: { url: string }) => (await fetch(`${url}/media/${key}`)).status;
    const [admin, user] = [await openAdmin(servers, b.sockets), await openUser(servers, a.sockets)];
    const post = await insertPost(database.db, user.id, { image_urls: [`/media/${key}`] });
    expect([await status(a), await status(b)]).toEqual([200, 200]);

    await database.db
      .updateTable('users')
      .set({ avatar_url: '/media/avatar00.webp' })
      .where('id', '=', user.id)
      .execute();
    const { _id } = await sendText(user, 'ảnh đâu');
    const avatar = `${b.url}/media/avatar00.webp`;
    await expect
      .poll(() => admin.received, PATIENCE)
      .toContainEqual([
        'receive_message',
        expect.objectContaining({ _id, sender: expect.objectContaining({ avatar }) }),
      ]);

    const token = await insertSession(database.db, admin.id, new Date());
    const headers = { authorization: `Bearer ${token}` };
    const removed = await fetch(`${a.url}/api/admin/deletePost/${post.id}`, { method: 'DELETE', headers });
    expect([removed.status, await status(a), await status(b)]).toEqual([200, 404, 404]);
  });

  test('a session that ends at one server closes its sockets at the other at once', async () => {
    const { a, b, database } = servers;
    const account = await insertAdmin(database.db);
    const member = await openMember(servers, b.sockets, { id: account.id, role: 'admin' });
    const closed = untilClosed(member.socket);
    await call(a.url, '/api/admin/logout', member.token);
    // The check of all sessions, every 30 s, would be too late for this test.
    expect((await closed).reason).toBe('io server disconnect');
  });

  test('wrong passwords are counted together', async () => {
    const { a, b, database } = servers;
    const { email } = await insertUser(database.db);
    const statuses: number[] = [];
    for (const { url } of [a, b, a, b, a, b]) {
      const { status } = await fetch(`${url}/api/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'not the password' }),
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('health includes Redis', async () => {
    expect(await healthOf(servers.a)).toEqual({
      status: 200,
      body: { status: 'ok', checks: { database: 'ok', redis: 'ok' } },
    });
  });
});
