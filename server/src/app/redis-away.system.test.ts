import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../auth/password.ts';
import { openCluster } from '../lib/cluster/cluster.ts';
import { createRedisClient } from '../lib/cluster/redis-client.ts';
import { createLogger } from '../lib/logger.ts';
import { createRandom } from '../lib/random.ts';
import { openAdmin, openUser, sendText } from '../testing/chat-members.ts';
import { insertAdmin, insertSession, insertUser } from '../testing/factories.ts';
import { hasRedisServer, startTestRedis } from '../testing/redis-server.ts';
import { ask, untilClosed } from '../testing/socket-client.ts';
import { freePort, spawnServer } from '../testing/spawn-server.ts';
import { healthOf, startTwoServers, type TestNode, type TwoServers, untilRedisIs } from '../testing/two-servers.ts';
import { createUnreliableClient } from '../testing/unreliable-client.ts';

const PATIENCE = { timeout: 20_000, interval: 50 };
const START_TIMEOUT_MS = 60_000;
const TIMEOUT_MS = 90_000;
const NO_FAULTS = { breaks: 0, lostAcks: 0 };
const TEXTS_EACH = 150;
const PASSWORD = 'only the owner knows';

let servers: TwoServers;
beforeAll(async () => {
  if (hasRedisServer) servers = await startTwoServers();
}, START_TIMEOUT_MS);
afterAll(async () => servers?.close());

const logged = ({ output }: TestNode, text: string) => output().split(text).length - 1;
const rowsOf = (userId: string) =>
  servers.database.db
    .selectFrom('messages')
    .select(['id', 'seq'])
    .where('user_id', '=', userId)
    .orderBy('seq')
    .execute();

/** A client that follows the delivery protocol, at one of the servers. */
async function openClient(node: TestNode, role: 'admin' | 'user', userIds: string[] = []) {
  const { db } = servers.database;
  const { id } = await (role === 'admin' ? insertAdmin : insertUser)(db);
  const token = await insertSession(db, id);
  const options = { url: node.url, account: { id, role, token }, random: createRandom(id), faults: NO_FAULTS, userIds };
  return createUnreliableClient(options);
}

describe.skipIf(!hasRedisServer)('unavailable Redis', () => {
  test(
    'no message sent while Redis is killed and restarted empty is lost, and both servers have the same messages',
    async () => {
      const { a, b, redis } = servers;
      const user = await openClient(a, 'user');
      const admin = await openClient(b, 'admin', [user.account.id]);
      await Promise.all([user.untilConnected(), admin.untilConnected()]);
      const texts = Array.from({ length: TEXTS_EACH }, (_, n) => String(n));
      const toSend = (from: string) =>
        texts.map((text) => ({ userId: user.account.id, tempId: `${from}-${text}`, text }));
      let stored = 0;
      const sending = Promise.all([
        user.sendAll(toSend('user'), () => (stored += 1)),
        admin.sendAll(toSend('admin'), () => (stored += 1)),
      ]);
      await expect.poll(() => stored, PATIENCE).toBeGreaterThan(40);
      await redis.kill();
      await untilRedisIs('unavailable', a);
      expect((await healthOf(a)).status).toBe(200);
      const storedBefore = stored;
      await expect.poll(() => stored, PATIENCE).toBeGreaterThan(storedBefore + 40);
      await redis.start();
      await Promise.all([untilRedisIs('ok', a), untilRedisIs('ok', b)]);
      await sending;

      const ids = (await rowsOf(user.account.id)).map(({ id }) => id);
      expect(ids).toHaveLength(2 * TEXTS_EACH);
      const shownTo = (client: typeof admin) => client.shown.get(user.account.id)?.map(({ _id }) => _id);
      await expect.poll(() => shownTo(admin), PATIENCE).toEqual(ids);
      // The app has no history call; the events buffered at the servers reach it all the same.
      const seqs = user.shown.get(user.account.id)?.map(({ seq = 0 }) => seq) ?? [];
      expect(seqs).toEqual([...new Set(seqs)].toSorted((x, y) => x - y));
      user.close();
      admin.close();
      expect(logged(a, 'Redis is away')).toBe(1);
      expect(logged(a, 'Redis is back')).toBe(1);
    },
    TIMEOUT_MS,
  );

  test('clients connected before the gap reconnect by themselves; later ones stay', async () => {
    const { a, redis } = servers;
    const member = await openAdmin(servers, a.sockets);
    const closed = untilClosed(member.socket);
    await redis.kill();
    await untilRedisIs('unavailable', a);
    await redis.start();
    // The reason is not the server's disconnect packet, after which a client does not reconnect.
    expect((await closed).reason).toBe('transport close');
    await untilRedisIs('ok', a);
    const later = await openAdmin(servers, a.sockets);
    await sleep(1_500);
    expect(later.socket.connected).toBe(true);
  });

  test('while Redis is unavailable sign-ins fail, sessions continue, and the audit log does not grow', async () => {
    const { a, redis, database } = servers;
    const { db } = database;
    const { id, email } = await insertAdmin(db, { password_hash: await hashPassword(PASSWORD) });
    const token = await insertSession(db, id);
    const post = (path: string, body: object) =>
      fetch(`${a.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    const signIn = (password: string) => post('/api/admin/login', { email, password });
    await redis.kill();
    await untilRedisIs('unavailable', a);
    for (const password of [PASSWORD, 'wrong']) {
      const rejected = await signIn(password);
      expect(rejected.status).toBe(503);
      expect(rejected.headers.get('retry-after')).toBe('5');
      expect(await rejected.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    }
    expect((await post('/api/admin/users', {})).status).toBe(200);
    const entries = db.selectFrom('audit_entries').select('action').where('target_id', '=', id);
    expect(await entries.execute()).toEqual([]);
    await redis.start();
    await untilRedisIs('ok', a);
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  test(
    'while Redis hangs each server serves its own clients at once, and the next check reports it',
    async () => {
      const { a, redis } = servers;
      const admin = await openAdmin(servers, a.sockets);
      const user = await openUser(servers, a.sockets);
      redis.freeze();
      try {
        const { _id } = await sendText(user, 'có ai không');
        await expect.poll(() => JSON.stringify(admin.received), PATIENCE).toContain(_id);
        // The message has arrived while Redis still counts as connected.
        expect((await healthOf(a)).body.checks.redis).toBe('ok');
        await untilRedisIs('unavailable', a);
        const listed = await fetch(`${a.url}/api/admin/online-users`, {
          method: 'POST',
          headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
          body: '{}',
        });
        const { data } = (await listed.json()) as { data: { users: unknown[]; statistics: object } };
        expect(JSON.stringify(data.users)).toContain(user.id);
        expect(data.statistics).toMatchObject({ isPartial: true });
      } finally {
        redis.thaw();
      }
      await untilRedisIs('ok', a);
    },
    TIMEOUT_MS,
  );

  test(
    'the users of a killed server are offline soon, unless they are connected to the other; nothing is lost',
    async () => {
      const { a, b } = servers;
      const dying = await servers.startNode();
      await untilRedisIs('ok', dying);
      const admin = await openAdmin(servers, a.sockets);
      const gone: string[] = [];
      const [goes, moves] = [await openUser(servers, dying.sockets), await openUser(servers, dying.sockets)];
      admin.socket.on('user_status_changed', (status: { userId: string; isOnline: boolean }) => {
        if (!status.isOnline && [goes.id, moves.id].includes(status.userId)) gone.push(status.userId);
      });
      const { seq } = await sendText(moves, 'trước');

      const other = await openAdmin(servers, dying.sockets);
      for (const { socket } of [admin, other]) await ask(socket, 'admin_join_chat', moves.id);
      const viewers = () => {
        const last = admin.received.findLast(([name]) => name === 'conversation_viewers');
        return ((last?.[1]['viewers'] ?? []) as Array<{ _id: string }>).map(({ _id }) => _id).toSorted();
      };
      await expect.poll(viewers, PATIENCE).toEqual([admin.id, other.id].toSorted());

      dying.child.kill('SIGKILL');
      await dying.exit;
      const socket = await b.sockets.open(moves.token);
      const response = await socket.emitWithAck('send_message', { content: 'sau', type: 'text', tempId: 'sau' });
      expect(response).toMatchObject({ message: { seq: (seq ?? 0) + 1 } });
      await expect.poll(() => gone, PATIENCE).toEqual([goes.id]);
      await expect.poll(viewers, PATIENCE).toEqual([admin.id]);
      await sleep(3_000);
      expect(gone).toEqual([goes.id]);
    },
    TIMEOUT_MS,
  );

  test(
    'a server starts without Redis, serves its own clients, and joins the others when Redis is available',
    async () => {
      const { a, redis } = servers;
      await redis.kill();
      const metricsPort = await freePort();
      const late = await servers.startNode({ METRICS_PORT: String(metricsPort) });
      const countWaiting = async () => {
        const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
        return Number(/^hai_dang_cluster_events_waiting (\d+)$/m.exec(text)?.[1]);
      };
      expect(await healthOf(late)).toMatchObject({ status: 200, body: { checks: { redis: 'unavailable' } } });
      expect(logged(late, 'Redis is away')).toBe(1);
      const user = await openUser(servers, late.sockets);
      await sendText(user, 'một mình');
      expect(await countWaiting()).toBeGreaterThan(0);
      await redis.start();
      await Promise.all([untilRedisIs('ok', late), untilRedisIs('ok', a)]);
      await expect.poll(countWaiting, PATIENCE).toBe(0);
      const admin = await openAdmin(servers, a.sockets);
      const again = await late.sockets.open(user.token);
      await again.emitWithAck('send_message', { content: 'cùng nhau', type: 'text', tempId: 'n' });
      await expect.poll(() => JSON.stringify(admin.received), PATIENCE).toContain('cùng nhau');
    },
    TIMEOUT_MS,
  );

  test('openCluster: a Redis that is full at the start is connected to once it has room', async () => {
    const redis = await startTestRedis();
    const other = createRedisClient(redis.url);
    await other.connect();
    await other.configSet('maxclients', '1');
    const cluster = await openCluster(redis.url, createLogger({ level: 'silent' }));
    expect(cluster.client.isReady).toBe(false);
    await other.configSet('maxclients', '10');
    await expect.poll(() => cluster.client.isReady, PATIENCE).toBe(true);
    cluster.close();
    other.destroy();
    await redis.close();
  });

  test('a Redis that requires another password ends the start, and is named', async () => {
    const closed = await startTestRedis(['--requirepass', 'another']);
    const url = new URL(closed.url);
    url.password = 'wrong-one';
    const settings = { DATABASE_URL: servers.database.url, DATA_DIR: os.tmpdir(), REDIS_URL: url.href };
    const server = await spawnServer(settings);
    expect(await server.exit).toBe(1);
    expect(server.output()).toContain('Redis cannot be used');
    expect(server.output()).not.toContain('wrong-one');
    await closed.close();
  });
});
