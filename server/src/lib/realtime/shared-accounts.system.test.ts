import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestRedis, type TestRedis } from '../../testing/redis-server.ts';
import { type Cluster, openCluster } from '../cluster/cluster.ts';
import { createLogger } from '../logger.ts';
import { createSharedAccounts, type SharedAccounts } from './shared-accounts.ts';

/** Longer than a heartbeat, and than the time after which a server counts as dead. */
const PATIENCE = { timeout: 15_000, interval: 100 };
const log = createLogger({ level: 'silent' });
let redis: TestRedis;
const clusters: Cluster[] = [];
beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(async () => {
  for (const cluster of clusters) cluster.close();
  await redis.close();
});

/** One of several servers. */
async function join(counts: Array<[string, number]> = []): Promise<SharedAccounts & { cluster: Cluster }> {
  const cluster = await openCluster(redis.url, log);
  clusters.push(cluster);
  const accounts = createSharedAccounts(cluster, () => counts);
  cluster.start();
  await expect.poll(cluster.registry.nodeId, PATIENCE).not.toBeNull();
  return { ...accounts, cluster };
}

test('tryOpen: the sockets of an account count over all servers, until they are closed', async () => {
  const [a, b] = [await join(), await join()];
  for (const server of [a, a, b]) expect(await server.tryOpen('u1', 3)).toBe(true);
  expect(await a.tryOpen('u1', 3)).toBe(false);
  expect(await b.tryOpen('u1', 3)).toBe(false);
  expect(await b.tryOpen('u2', 3)).toBe(true);
  a.close('u1');
  await expect.poll(() => b.tryOpen('u1', 3), PATIENCE).toBe(true);
  expect(await a.tryOpen('u1', 3)).toBe(false);
});

test('tryOpen: the sockets of a dead server do not count', async () => {
  const [dying, other] = [await join(), await join()];
  expect(await dying.tryOpen('u3', 1)).toBe(true);
  expect(await other.tryOpen('u3', 1)).toBe(false);
  dying.cluster.close();
  await expect.poll(() => other.tryOpen('u3', 1), PATIENCE).toBe(true);
});

test('tryOpen: a server with a new name counts its existing sockets', async () => {
  const known = await join([['u4', 2]]);
  const other = await join();
  await expect.poll(() => other.tryOpen('u4', 2), PATIENCE).toBe(false);
  known.close('u4');
  await expect.poll(() => other.tryOpen('u4', 2), PATIENCE).toBe(true);
});

test('report: events of an account count over all servers; above the limit it returns the time to wait', async () => {
  const [a, b] = [await join(), await join()];
  expect(await a.report('u5', 400)).toBe(0);
  expect(await b.report('u5', 20)).toBeGreaterThan(0);
  expect(await b.report('u6', 20)).toBe(0);
});

test('tryOpen, report: without Redis nothing is rejected', async () => {
  const server = await join();
  server.cluster.close();
  expect(await server.tryOpen('u7', 0)).toBe(true);
  expect(await server.report('u7', 1_000)).toBe(0);
});
