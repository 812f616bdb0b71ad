import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasRedisServer, startTestRedis, type TestRedis } from '../../testing/redis-server.ts';
import { COUNT_WINDOW_MS, createCallCounts } from '../http/call-counts.ts';
import { countInRedis } from './call-count.ts';
import { connectRedis, createRedisClient, type RedisClient } from './redis-client.ts';

describe.skipIf(!hasRedisServer)('call counts in Redis', () => {
  let redis: TestRedis;
  let clients: RedisClient[];
  beforeAll(async () => {
    redis = await startTestRedis();
    clients = [createRedisClient(redis.url), createRedisClient(redis.url)];
    for (const client of clients) await connectRedis(client);
  });
  afterAll(async () => {
    for (const client of clients) client.destroy();
    await redis.close();
  });

  test('are one count for two servers, and expire by themselves', async () => {
    const [here, there] = clients.map((client) => createCallCounts(100, countInRedis(client), () => 0));
    for (let calls = 0; calls < 10; calls += 1) here?.add('account:a');
    await expect.poll(async () => there?.add('account:a'), { timeout: 10_000, interval: 20 }).toBeGreaterThan(11);
    const keys = (await clients[0]?.keys('*')) ?? [];
    expect(keys).toHaveLength(1);
    for (const key of keys) {
      const left = await clients[0]?.pTTL(key);
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThanOrEqual(2 * COUNT_WINDOW_MS);
    }
  });
});
