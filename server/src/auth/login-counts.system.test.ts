import { LOGIN_MAX_FAILURES, LOGIN_MAX_SUCCESSES, LOGIN_WINDOW_MS } from '@hai-dang/contract/constants.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TooManyAttempts } from '../lib/attempt-limiter.ts';
import { connectRedis, createRedisClient, type RedisClient } from '../lib/cluster/redis-client.ts';
import { DomainError } from '../lib/domain-error.ts';
import { hasRedisServer, startTestRedis, type TestRedis } from '../testing/redis-server.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { countsInDatabase, countsInRedis, type LoginCounts } from './login-counts.ts';
import { createLoginLimiter } from './login-limiter.ts';

const PATIENCE = { timeout: 10_000, interval: 50 };

/** One store of the counts, as two servers see it. */
interface Storage {
  servers: [LoginCounts, LoginCounts];
  /** Ends the window of all counts. */
  passWindow(): Promise<unknown>;
  close(): Promise<void>;
}

async function openDatabase(): Promise<Storage> {
  const database = await createTestDatabase();
  return {
    servers: [countsInDatabase(database.pool), countsInDatabase(database.pool)],
    passWindow: () => sql`update rate_limits set expire = expire - ${LOGIN_WINDOW_MS}`.execute(database.db),
    close: () => database.close(),
  };
}

async function openClient({ url }: TestRedis): Promise<RedisClient> {
  const client = createRedisClient(url);
  await connectRedis(client);
  return client;
}

async function openRedis(): Promise<Storage> {
  const redis = await startTestRedis();
  const clients = await Promise.all([openClient(redis), openClient(redis)]);
  const [one, two] = clients;
  return {
    servers: [countsInRedis(one), countsInRedis(two)],
    passWindow: async () => {
      const keys = await one.keys('*');
      const left = await Promise.all(keys.map((key) => one.pTTL(key)));
      // A key without an expiry would stay forever.
      for (const ms of left) expect(ms).toBeGreaterThan(0);
      await Promise.all(keys.map((key, at) => one.pExpire(key, Math.max(0, (left[at] ?? 0) - LOGIN_WINDOW_MS))));
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
  return { account: `p${people}@example.test`, address: `10.3.${people >> 8}.${people & 255}`, isKnownAddress: false };
};
const wrong = () => Promise.reject(new DomainError('INVALID_CREDENTIALS'));
const broken = () => Promise.reject(new Error('the pool is full'));
const right = async () => 'in';
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
/** The outcome of each: accepted, wrong, too many, or another error's message. */
const outcomesOf = async (attempts: Array<Promise<unknown>>) =>
  (await Promise.allSettled(attempts)).map((outcome) => {
    if (outcome.status === 'fulfilled') return outcome.value;
    if (outcome.reason instanceof TooManyAttempts) return 'too many';
    return outcome.reason instanceof DomainError ? 'wrong' : outcome.reason.message;
  });

const places = [
  { name: 'PostgreSQL', open: openDatabase, isHere: true },
  { name: 'Redis', open: openRedis, isHere: hasRedisServer },
];
for (const { name, open, isHere } of places) {
  describe.skipIf(!isHere)(`failures counted in ${name}`, () => {
    let place: Storage;
    let here: ReturnType<typeof createLoginLimiter>;
    let there: typeof here;
    beforeAll(async () => {
      place = await open();
      [here, there] = [createLoginLimiter(place.servers[0]), createLoginLimiter(place.servers[1])];
    });
    afterAll(() => place?.close());

    test('are one count for two servers, also for parallel attempts', async () => {
      const { account } = someone();
      const guess = (limiter: typeof here) => limiter.attempt({ ...someone(), account }, wrong);
      const outcomes = await outcomesOf([...times(10, () => guess(here)), ...times(10, () => guess(there))]);
      expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(LOGIN_MAX_FAILURES);
      expect(outcomes.filter((outcome) => outcome === 'too many')).toHaveLength(20 - LOGIN_MAX_FAILURES);
    });

    test('return the time to wait, which further attempts do not extend', async () => {
      const guesser = someone();
      await outcomesOf(times(LOGIN_MAX_FAILURES, () => here.attempt(guesser, wrong)));
      const secondsLeft = async () => {
        const rejection: unknown = await there.attempt(guesser, right).catch((error: unknown) => error);
        return (rejection as { details: { retryAfterSeconds: number } }).details.retryAfterSeconds;
      };
      const first = await secondsLeft();
      expect(first).toBeGreaterThan(LOGIN_WINDOW_MS / 1_000 - 60);
      expect(first).toBeLessThanOrEqual(LOGIN_WINDOW_MS / 1_000);
      for (let count = 0; count < 5; count += 1) expect(await secondsLeft()).toBeLessThanOrEqual(first);
      await place.passWindow();
      expect(await here.attempt(guesser, right)).toBe('in');
    });

    test('report the first excess once', async () => {
      const guesser = someone();
      await outcomesOf(times(LOGIN_MAX_FAILURES, () => here.attempt(guesser, wrong)));
      const rejections = await Promise.allSettled(times(4, () => there.attempt(guesser, wrong)));
      const isFirst = rejections.map((rejection) => rejection.status === 'rejected' && rejection.reason.isFirst);
      expect(isFirst).toEqual([true, false, false, false]);
    });

    test('of an account are cleared by a success; of an IP only that one is refunded', async () => {
      const guesser = someone();
      await outcomesOf(times(LOGIN_MAX_FAILURES - 1, () => here.attempt(guesser, wrong)));
      expect(await there.attempt(guesser, right)).toBe('in');
      const elsewhere = { ...guesser, address: someone().address };
      const outcomes = await outcomesOf(times(LOGIN_MAX_FAILURES, () => there.attempt(elsewhere, wrong)));
      expect(outcomes).toEqual(times(LOGIN_MAX_FAILURES, () => 'wrong'));
      const anybody = { ...someone(), address: guesser.address };
      expect(await outcomesOf(times(2, () => here.attempt(anybody, wrong)))).toEqual(['wrong', 'too many']);
    });

    test('are not counted for server errors', async () => {
      const owner = someone();
      const outcomes = await outcomesOf(times(2 * LOGIN_MAX_FAILURES, () => here.attempt(owner, broken)));
      expect(outcomes).toEqual(times(2 * LOGIN_MAX_FAILURES, () => 'the pool is full'));
      const guesses = times(LOGIN_MAX_FAILURES + 1, () => there.attempt(owner, wrong));
      expect(await outcomesOf(guesses)).toEqual([...times(LOGIN_MAX_FAILURES, () => 'wrong'), 'too many']);
    });

    test('of an IP neither block a signed-in account nor are caused by it', async () => {
      const { account, address } = someone();
      const strangers = times(LOGIN_MAX_FAILURES + 1, () => here.attempt({ ...someone(), address }, wrong));
      expect((await outcomesOf(strangers)).at(-1)).toBe('too many');
      const guesses = times(LOGIN_MAX_FAILURES, () => there.attemptSignedIn(account, wrong));
      expect(await outcomesOf(guesses)).toEqual(times(LOGIN_MAX_FAILURES, () => 'wrong'));
      expect(await outcomesOf([here.attemptSignedIn(account, right)])).toEqual(['too many']);
      expect(await outcomesOf([here.attemptSignedIn(someone().account, right)])).toEqual(['in']);
    });

    test('have a separate limit on successes, shared by all servers, which does not use up failures', async () => {
      const owner = someone();
      for (let at = 0; at < LOGIN_MAX_SUCCESSES; at += 1) {
        expect(await (at % 2 ? here : there).attempt({ ...owner, address: someone().address }, right)).toBe('in');
      }
      for (let at = 0; at < LOGIN_MAX_FAILURES + 2; at += 1) {
        const attempt = here.attempt({ ...owner, address: someone().address }, right);
        await expect(attempt).rejects.toMatchObject({ code: 'TOO_MANY_LOGINS', isFirst: at === 0 });
      }
      expect(await outcomesOf([there.attempt(someone(), right)])).toEqual(['in']);
      await place.passWindow();
      expect(await here.attempt(owner, right)).toBe('in');
    });

    test('do not use up the limit on successes', async () => {
      const owner = someone();
      for (let round = 0; round < LOGIN_MAX_SUCCESSES / 4; round += 1) {
        const guesses = times(LOGIN_MAX_FAILURES - 1, () => here.attempt(owner, wrong));
        expect(await outcomesOf(guesses)).toEqual(times(LOGIN_MAX_FAILURES - 1, () => 'wrong'));
        // The right password comes from another IP, because the first keeps its failures.
        owner.address = someone().address;
        expect(await here.attempt(owner, right)).toBe('in');
      }
    });
  });
}

describe.skipIf(!hasRedisServer)('login counts while Redis', () => {
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
    // So that the log contains the error of Redis.
    cause: expect.any(Error),
  };
  beforeEach(async () => {
    redis = await startTestRedis();
    client = await openClient(redis);
    limiter = createLoginLimiter(countsInRedis(client));
    looks = 0;
  });
  afterEach(async () => {
    client.destroy();
    await redis.close();
  });

  test('is unavailable no password is verified, and sign-ins work again once it is back', async () => {
    await redis.kill();
    await expect.poll(() => client.isReady, PATIENCE).toBe(false);
    await expect(limiter.attempt(someone(), look)).rejects.toMatchObject(unavailable);
    expect(looks).toBe(0);
    await redis.start();
    await expect.poll(() => client.isReady, PATIENCE).toBe(true);
    expect(await limiter.attempt(someone(), look)).toBe('in');
  });

  test('hangs no password is verified either, and the error comes before the connection times out', async () => {
    redis.freeze();
    try {
      await expect(limiter.attempt(someone(), look)).rejects.toMatchObject(unavailable);
      expect(client.isReady).toBe(true);
      expect(looks).toBe(0);
    } finally {
      redis.thaw();
    }
  });

  test('becomes unavailable after a password was verified, the sign-in succeeds', async () => {
    const outcome = limiter.attempt(someone(), async () => {
      await redis.kill();
      return look();
    });
    expect(await outcome).toBe('in');
  });
});
