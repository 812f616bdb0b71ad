import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasRedisServer, startTestRedis, type TestRedis } from '../../testing/redis-server.ts';
import { createLogger } from '../logger.ts';
import { createNodeStream } from './node-stream.ts';
import { connectRedis, createRedisClient } from './redis-client.ts';

const PATIENCE = { timeout: 10_000, interval: 20 };
const STREAM_KEY = 'hai-dang:events';
/** The maximum of waiting events, and some more. */
const TOO_MANY = 10_200;

let redis: TestRedis;
const open: Array<() => void> = [];
beforeAll(async () => {
  if (hasRedisServer) redis = await startTestRedis();
});
afterEach(() => {
  for (const close of open.splice(0)) close();
});
afterAll(async () => redis?.close());

/** One end of the stream. */
async function openEnd() {
  const lines: string[] = [];
  const log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const client = createRedisClient(redis.url);
  const stream = createNodeStream({ client, log });
  const received: string[] = [];
  let gaps = 0;
  stream.subscribe('word', (text) => received.push(text));
  stream.onGap(() => {
    gaps += 1;
  });
  open.push(() => {
    stream.close();
    client.destroy();
  });
  await connectRedis(client);
  stream.start();
  await expect.poll(stream.isConnected, PATIENCE).toBe(true);
  return { stream, client, received, lines, gaps: () => gaps };
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n));

describe.skipIf(!hasRedisServer)('publish', () => {
  test('is received in order, from the first event on, by all others', async () => {
    const [one, two] = [await openEnd(), await openEnd()];
    for (const word of numbers(500)) one.stream.publish('word', word);
    await expect.poll(() => two.received, PATIENCE).toEqual(numbers(500));
    expect(one.received).toEqual([]);
  });

  test('in one tick of the event loop writes few entries, received one by one', async () => {
    const [one, two] = [await openEnd(), await openEnd()];
    const entriesBefore = await one.client.xLen(STREAM_KEY);
    for (const word of numbers(8)) one.stream.publish('word', word);
    await expect.poll(() => two.received, PATIENCE).toEqual(numbers(8));
    const entries = await one.client.xRange(STREAM_KEY, '-', '+');
    const added = (entries ?? []).slice(entriesBefore).filter(({ message }) => message['topic'] !== 'heartbeat');
    expect(added).toHaveLength(2);
  });

  test('waits while Redis is unavailable, and is received in order after it is back, empty', async () => {
    const [one, two] = [await openEnd(), await openEnd()];
    const gapsBefore = two.gaps();
    await redis.kill();
    await expect.poll(() => [one.stream.isConnected(), two.stream.isConnected()], PATIENCE).toEqual([false, false]);
    for (const word of numbers(100)) one.stream.publish('word', word);
    await redis.start();
    await expect.poll(() => two.received, PATIENCE).toEqual(numbers(100));
    await expect.poll(two.stream.isConnected, PATIENCE).toBe(true);
    expect(two.gaps()).toBe(gapsBefore + 1);
    expect(one.lines.map((line) => JSON.parse(line).msg as string)).toEqual([
      expect.stringContaining('Redis is away'),
      'Redis is back',
    ]);
  });

  test('drops events beyond a bound, and then all servers have a gap', async () => {
    const [one, two] = [await openEnd(), await openEnd()];
    await redis.kill();
    await expect.poll(one.stream.isConnected, PATIENCE).toBe(false);
    for (const word of numbers(TOO_MANY)) one.stream.publish('word', word);
    expect(one.stream.countPending()).toBe(10_000);
    await redis.start();
    await expect.poll(() => two.received.length, PATIENCE).toBe(10_000);
    // Once because Redis was unavailable, and once for the dropped events.
    await expect.poll(two.gaps, PATIENCE).toBe(3);
  });

  test('waits while Redis rejects writes, and retries only after a pause', async () => {
    const [one, two] = [await openEnd(), await openEnd()];
    await one.client.configSet('maxmemory', '1');
    for (const word of numbers(50)) one.stream.publish('word', word);
    await expect.poll(one.stream.isConnected, PATIENCE).toBe(false);
    await one.client.configSet('maxmemory', '0');
    await expect.poll(() => two.received, PATIENCE).toEqual(numbers(50));
    expect(await one.client.exists(STREAM_KEY)).toBe(1);
  });
});
