import { LOGIN_FAILURE_WINDOW_MS, LOGIN_MAX_FAILURES } from '@hai-dang/contract/constants.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectRedis, createRedisClient, type RedisClient } from '../lib/cluster/redis-client.ts';
import { hasRedisServer, startTestRedis, type TestRedis } from '../testing/redis-server.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { failuresInDatabase, failuresInRedis, type LoginFailures } from './login-failures.ts';
import { createLoginLimiter, TooManyLoginFailures } from './login-limiter.ts';

const PATIENCE = { timeout: 10_000, interval: 50 };

/** One place to count in, as two servers see it. */
interface Place {
  servers: [LoginFailures, LoginFailures];
  /** Lets the window of all that was counted end. */
  passWindow(): Promise<unknown>;
  close(): Promise<void>;
}

async function openDatabase(): Promise<Place> {
  const database = await createTestDatabase();
  return {
    servers: [failuresInDatabase(database.pool), failuresInDatabase(database.pool)],
    passWindow: () => sql`update rate_limits set expire = expire - ${LOGIN_FAILURE_WINDOW_MS}`.execute(database.db),
    close: () => database.close(),
  };
}

async function openClient({ url }: TestRedis): Promise<RedisClient> {
  const client = createRedisClient(url);
  await connectRedis(client);
  return client;
}

async function openRedis(): Promise<Place> {
  const redis = await startTestRedis();
  const clients = await Promise.all([openClient(redis), openClient(redis)]);
  const [one, two] = clients;
  return {
    servers: [failuresInRedis(one), failuresInRedis(two)],
    passWindow: async () => {
      const keys = await one.keys('*');
      const left = await Promise.all(keys.map((key) => one.pTTL(key)));
      // What has no end of its own would stay for ever.
      for (const ms of left) expect(ms).toBeGreaterThan(0);
      await Promise.all(
        keys.map((key, at) => one.pExpire(key, Math.max(0, (left[at] ?? 0) - LOGIN_FAILURE_WINDOW_MS))),
      );
    },
    close: async () => {
      for (const client of clients) client.destroy();
      await redis.close();
    },
  };
}

let people = 0;
const someone = () => {
  people += 1;
  return { email: `p${people}@example.test`, address: `10.3.${people >> 8}.${people & 255}`, isKnownAddress: false };
};
const wrong = () => Promise.reject(new Error('wrong'));
const right = async () => 'in';
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
/** What each came to: let in, wrong, or the refusal's name. */
const outcomesOf = async (attempts: Array<Promise<unknown>>) =>
  (await Promise.allSettled(attempts)).map((outcome) => {
    if (outcome.status === 'fulfilled') return outcome.value;
    return outcome.reason instanceof TooManyLoginFailures ? 'too many' : outcome.reason.message;
  });

const places = [
  { name: 'PostgreSQL', open: openDatabase, isHere: true },
  { name: 'Redis', open: openRedis, isHere: hasRedisServer },
];
for (const { name, open, isHere } of places) {
  describe.skipIf(!isHere)(`failures counted in ${name}`, () => {
    let place: Place;
    let here: ReturnType<typeof createLoginLimiter>;
    let there: typeof here;
    beforeAll(async () => {
      place = await open();
      [here, there] = [createLoginLimiter(place.servers[0]), createLoginLimiter(place.servers[1])];
    });
    afterAll(() => place?.close());

    test('are one count for two servers, also at the same moment', async () => {
      const { email } = someone();
      const guess = (limiter: typeof here) => limiter.attempt({ ...someone(), email }, wrong);
      const outcomes = await outcomesOf([...times(10, () => guess(here)), ...times(10, () => guess(there))]);
      expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(LOGIN_MAX_FAILURES);
      expect(outcomes.filter((outcome) => outcome === 'too many')).toHaveLength(20 - LOGIN_MAX_FAILURES);
    });

    test('say how long to wait, and waiting is not made longer by trying', async () => {
      const guesser = someone();
      await outcomesOf(times(LOGIN_MAX_FAILURES, () => here.attempt(guesser, wrong)));
      const secondsLeft = async () => {
        const refusal: unknown = await there.attempt(guesser, right).catch((error: unknown) => error);
        return (refusal as { details: { retryAfterSeconds: number } }).details.retryAfterSeconds;
      };
      const first = await secondsLeft();
      expect(first).toBeGreaterThan(LOGIN_FAILURE_WINDOW_MS / 1_000 - 60);
      expect(first).toBeLessThanOrEqual(LOGIN_FAILURE_WINDOW_MS / 1_000);
      for (let count = 0; count < 5; count += 1) expect(await secondsLeft()).toBeLessThanOrEqual(first);
      await place.passWindow();
      expect(await here.attempt(guesser, right)).toBe('in');
    });

    test('are told as the first too many once', async () => {
      const guesser = someone();
      await outcomesOf(times(LOGIN_MAX_FAILURES, () => here.attempt(guesser, wrong)));
      const refusals = await Promise.allSettled(times(4, () => there.attempt(guesser, wrong)));
      const isFirst = refusals.map((refusal) => refusal.status === 'rejected' && refusal.reason.isFirst);
      expect(isFirst).toEqual([true, false, false, false]);
    });

    test('of an account are forgotten after what was right; of an address only that one is taken back', async () => {
      const guesser = someone();
      await outcomesOf(times(LOGIN_MAX_FAILURES - 1, () => here.attempt(guesser, wrong)));
      expect(await there.attempt(guesser, right)).toBe('in');
      const elsewhere = { ...guesser, address: someone().address };
      const outcomes = await outcomesOf(times(LOGIN_MAX_FAILURES, () => there.attempt(elsewhere, wrong)));
      expect(outcomes).toEqual(times(LOGIN_MAX_FAILURES, () => 'wrong'));
      const anybody = { ...someone(), address: guesser.address };
      expect(await outcomesOf(times(2, () => here.attempt(anybody, wrong)))).toEqual(['wrong', 'too many']);
    });
  });
}

describe.skipIf(!hasRedisServer)('while Redis', () => {
  let redis: TestRedis;
  let client: RedisClient;
  let limiter: ReturnType<typeof createLoginLimiter>;
  let looks = 0;
  const look = async () => {
    looks += 1;
    return 'in';
  };
  const unavailable = {
    code: 'SERVICE_UNAVAILABLE',
    details: { retryAfterSeconds: expect.any(Number) },
    // So that the log says what is wrong with Redis.
    cause: expect.any(Error),
  };
  beforeEach(async () => {
    redis = await startTestRedis();
    client = await openClient(redis);
    limiter = createLoginLimiter(failuresInRedis(client));
    looks = 0;
  });
  afterEach(async () => {
    client.destroy();
    await redis.close();
  });

  test('is away no password is looked at, and all is well once it is back', async () => {
    await redis.kill();
    await expect.poll(() => client.isReady, PATIENCE).toBe(false);
    await expect(limiter.attempt(someone(), look)).rejects.toMatchObject(unavailable);
    expect(looks).toBe(0);
    await redis.start();
    await expect.poll(() => client.isReady, PATIENCE).toBe(true);
    expect(await limiter.attempt(someone(), look)).toBe('in');
  });

  test('hangs none is looked at either, and nobody waits until the connection is given up to hear it', async () => {
    redis.freeze();
    try {
      await expect(limiter.attempt(someone(), look)).rejects.toMatchObject(unavailable);
      expect(client.isReady).toBe(true);
      expect(looks).toBe(0);
    } finally {
      redis.thaw();
    }
  });

  test('goes away after a password was found right, that stays so', async () => {
    const outcome = limiter.attempt(someone(), async () => {
      await redis.kill();
      return look();
    });
    expect(await outcome).toBe('in');
  });
});
