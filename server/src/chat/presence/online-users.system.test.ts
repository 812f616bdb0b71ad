import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, openCluster } from '../../lib/cluster/cluster.ts';
import { clusterKey, NODES_KEY } from '../../lib/cluster/node-registry.ts';
import { createLogger } from '../../lib/logger.ts';
import type { SeenUser } from '../../lib/realtime/online-users.ts';
import { hasRedisServer, startTestRedis, type TestRedis } from '../../testing/redis-server.ts';
import { createPresence, type DescribedUser } from './presence.ts';
import { createSharedPresence, type SharedPresence, singleServerPresence } from './shared-presence.ts';

/** Longer than a heartbeat, and than the time after which a server counts as dead. */
const PATIENCE = { timeout: 15_000, interval: 50 };
const TIMEOUT_MS = 40_000;
const OFFLINE_WITHIN_MS = 10_000;
const GRACE_MS = 10;
const log = createLogger({ level: 'silent' });
let redis: TestRedis;
const clusters: Cluster[] = [];
beforeAll(async () => {
  if (hasRedisServer) redis = await startTestRedis();
});
afterEach(async () => {
  for (const cluster of clusters.splice(0)) cluster.close();
  if (!hasRedisServer) return;
  await redis.kill();
  await redis.start();
});
afterAll(() => redis?.close());

type Server = SharedPresence & { undescribed: Set<string>; cluster?: Cluster };

/** One of several servers. */
async function openShared(): Promise<Server & { cluster: Cluster }> {
  const cluster = await openCluster(redis.url, log);
  clusters.push(cluster);
  const presence = createSharedPresence(createPresence({ graceMs: GRACE_MS }), cluster.registry);
  const undescribed = new Set<string>();
  presence.onUndescribed((ids) => {
    for (const id of ids) undescribed.add(id);
  });
  cluster.start();
  await expect.poll(cluster.registry.nodeId, PATIENCE).not.toBeNull();
  return { ...presence, undescribed, cluster };
}

async function openSingle(): Promise<Server> {
  return { ...singleServerPresence(createPresence({ graceMs: GRACE_MS })), undescribed: new Set() };
}

const at = (second: number) => new Date(Date.UTC(2026, 0, 2, 3, 0, second));
const described = (id: string, lastSeenAt: Date | null, more: Partial<DescribedUser> = {}): DescribedUser => ({
  id,
  lastSeenAt,
  isVerified: false,
  isListed: true,
  ...more,
});

async function idsOf(presence: SharedPresence, limit = 1_000): Promise<string[]> {
  return (await presence.newestOnline({ after: null, limit })).users.map(({ id }) => id);
}

/** All pages, one after the other. */
async function pagesOf(presence: SharedPresence, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let after: SeenUser | null = null;
  do {
    const { users }: { users: SeenUser[] } = await presence.newestOnline({ after, limit });
    ids.push(...users.map(({ id }) => id));
    after = users.at(-1) ?? null;
  } while (after);
  return ids;
}

const counted = async (presence: SharedPresence) => {
  const { total, verified } = await presence.countOnline();
  return [total, verified];
};

describe.each([
  { kind: 'one server', open: openSingle, isSkipped: false },
  { kind: 'several servers', open: openShared, isSkipped: !hasRedisServer },
])('presence of $kind', ({ open, isSkipped }) => {
  test.skipIf(isSkipped)('newestOnline: the last seen first, then by id, page by page', async () => {
    const presence = await open();
    const joins: Array<[string, number]> = [
      ['b', 2],
      ['a', 2],
      ['c', 2],
      ['late', 9],
      ['early', 1],
      ['d', 2],
    ];
    for (const [id, second] of joins) presence.join(id, at(second));
    const inOrder = ['late', 'd', 'c', 'b', 'a', 'early'];
    await expect.poll(() => idsOf(presence), PATIENCE).toEqual(inOrder);
    for (const limit of [1, 2, 4, 100]) expect(await pagesOf(presence, limit)).toEqual(inOrder);
    const idsAfter = async (id: string, second: number | null) => {
      const position = { id, at: second === null ? null : at(second) };
      return (await presence.newestOnline({ after: position, limit: 2 })).users.map((user) => user.id);
    };
    // Users who have gone offline, or were seen again, since the page before.
    expect(await idsAfter('bb', 2)).toEqual(['b', 'a']);
    expect(await idsAfter('late', 2)).toEqual(['d', 'c']);
    expect(await idsAfter('zz', 0)).toEqual([]);
    expect(await idsAfter('zz', null)).toEqual([]);
    expect(await idsOf(presence)).toEqual(inOrder);
  });

  test.skipIf(isSkipped)('describe: orders by the later time, and counts who is verified', async () => {
    const presence = await open();
    for (const id of ['a', 'b', 'c']) presence.join(id, at(5));
    await expect.poll(() => counted(presence), PATIENCE).toEqual([3, 0]);
    await presence.describe([
      described('a', at(9), { isVerified: true }),
      described('b', at(1), { isVerified: true }),
      described('c', null),
      described('nobody', at(20), { isVerified: true }),
    ]);
    expect(await idsOf(presence)).toEqual(['a', 'c', 'b']);
    expect(await counted(presence)).toEqual([3, 2]);
    await presence.describe([described('a', at(9))]);
    expect(await counted(presence)).toEqual([3, 1]);
    await presence.describe([described('b', null, { isListed: false }), described('c', null, { isVerified: true })]);
    expect(await counted(presence)).toEqual([2, 1]);
    expect(await idsOf(presence)).toEqual(['a', 'c']);
    expect((await presence.areOnline(['a', 'b', 'x'])).ids).toEqual(new Set(['a', 'b']));
  });

  test.skipIf(isSkipped)('leave: a user is neither listed nor counted, until the next connect', async () => {
    const presence = await open();
    for (const id of ['a', 'b']) presence.join(id, at(1));
    await expect.poll(() => counted(presence), PATIENCE).toEqual([2, 0]);
    await presence.describe([described('a', at(1), { isVerified: true })]);
    presence.leave('a');
    await expect.poll(() => counted(presence), PATIENCE).toEqual([1, 0]);
    expect(await idsOf(presence)).toEqual(['b']);
    presence.join('a', at(3));
    await expect.poll(() => idsOf(presence), PATIENCE).toEqual(['a', 'b']);
  });
});

describe.skipIf(!hasRedisServer)('presence of several servers', () => {
  test('a user of two servers is listed and counted once, until both have none of their sockets', async () => {
    const [one, two] = [await openShared(), await openShared()];
    one.join('a', at(1));
    await expect.poll(() => idsOf(two), PATIENCE).toEqual(['a']);
    two.join('a', at(8));
    two.join('b', at(4));
    await expect.poll(() => idsOf(one), PATIENCE).toEqual(['b', 'a']);
    one.leave('a');
    two.leave('b');
    await expect.poll(() => idsOf(one), PATIENCE).toEqual(['a']);
    two.leave('a');
    await expect.poll(() => counted(one), PATIENCE).toEqual([0, 0]);
  });

  test(
    'the users of a killed server are neither listed nor counted within 10 s, unless they are at another',
    async () => {
      const [dying, other] = [await openShared(), await openShared()];
      const ids = Array.from({ length: 1_050 }, (_, index) => `u${index}`);
      for (const id of ids) dying.join(id, at(1));
      await expect.poll(() => counted(other), PATIENCE).toEqual([ids.length, 0]);
      await dying.describe(ids.slice(0, 200).map((id) => described(id, at(2), { isVerified: true })));
      other.join('u7', at(3));
      expect(await counted(other)).toEqual([ids.length, 200]);
      dying.cluster.close();
      await expect.poll(() => counted(other), { timeout: OFFLINE_WITHIN_MS, interval: 50 }).toEqual([1, 1]);
      expect(await idsOf(other)).toEqual(['u7']);
      expect((await other.areOnline(['u1', 'u7'])).ids).toEqual(new Set(['u7']));
    },
    TIMEOUT_MS,
  );

  test(
    'while Redis is unavailable each server marks its response as incomplete, until the others have had time to reconnect',
    async () => {
      const [one, two] = [await openShared(), await openShared()];
      one.join('a', at(1));
      two.join('b', at(2));
      await expect.poll(() => counted(one), PATIENCE).toEqual([2, 0]);
      await expect.poll(async () => (await one.countOnline()).isPartial, PATIENCE).toBe(false);
      await redis.kill();
      expect(await one.countOnline()).toEqual({ total: 1, verified: 0, isPartial: true });
      expect(await one.newestOnline({ after: null, limit: 5 })).toMatchObject({
        users: [{ id: 'a' }],
        isPartial: true,
      });
      expect(await one.areOnline(['a', 'b'])).toEqual({ ids: new Set(['a']), isPartial: true });
      await expect(one.describe([described('a', at(3), { isVerified: true })])).rejects.toThrow();
      expect(await one.countOnline()).toEqual({ total: 1, verified: 1, isPartial: true });
      await redis.start();
      await expect.poll(async () => (await one.countOnline()).isPartial, PATIENCE).toBe(false);
      expect(await idsOf(one)).toEqual(['a', 'b']);
      // The flags of the accounts are not sent again with the users, but read again from the database.
      expect([one.undescribed, two.undescribed]).toEqual([new Set(['a']), new Set(['b'])]);
    },
    TIMEOUT_MS,
  );

  test(
    'a server of the previous release: its users are found, and those who leave there are removed within some heartbeats',
    async () => {
      const server = await openShared();
      const client = server.cluster.client;
      const [seconds, microseconds] = (await client.sendCommand(['TIME'])) as [string, string];
      // Alive for as long as the test takes.
      await client.zAdd(NODES_KEY, { value: 'former', score: Number(seconds) * 1_000 + Number(microseconds) + 60_000 });
      server.join('here', at(5));
      await expect.poll(() => idsOf(server), PATIENCE).toEqual(['here']);
      // The script does the same.
      await client.sAdd(clusterKey('online:former'), ['there', 'here']);
      await client.hIncrBy(clusterKey('online'), 'there', 1);
      await client.hIncrBy(clusterKey('online'), 'here', 1);
      expect((await server.areOnline(['there'])).ids).toEqual(new Set(['there']));
      await expect.poll(() => [...server.undescribed], PATIENCE).toEqual(['there']);
      await server.describe([described('there', at(7), { isVerified: true })]);
      expect([await idsOf(server), await counted(server)]).toEqual([
        ['there', 'here'],
        [2, 1],
      ]);
      server.undescribed.clear();
      await client.hDel(clusterKey('online'), 'there');
      await expect.poll(() => [...server.undescribed], PATIENCE).toEqual(['there']);
      await server.describe([described('there', at(7), { isVerified: true })]);
      expect([await idsOf(server), await counted(server)]).toEqual([['here'], [1, 0]]);
      // It sees the users of this one where it looks for them.
      expect(await client.hKeys(clusterKey('online'))).toEqual(['here']);
    },
    TIMEOUT_MS,
  );
});
