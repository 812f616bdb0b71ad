import { MINUTE_MS } from '@hai-dang/contract/lib/durations.ts';
import { describe, expect, test } from 'vitest';
import { createSessionLookups } from './session-lookups.ts';
import { hashToken } from './token.ts';

const CONCURRENCY = 4;
const MAX_QUEUE = 5_000;

/** Lookups whose results a test resolves, and a clock. */
function setUp(valid: readonly string[] = []) {
  const hashes = new Set(valid.map((token) => hashToken(token).toString('hex')));
  const open: Array<() => void> = [];
  const counts = { looked: 0, mostAtOnce: 0 };
  const time = { now: 0 };
  const lookups = createSessionLookups(
    async (hash) => {
      counts.looked += 1;
      await new Promise<void>((resolve) => {
        open.push(resolve);
        counts.mostAtOnce = Math.max(counts.mostAtOnce, open.length);
      });
      return hashes.has(hash.toString('hex')) ? { id: 'an' } : undefined;
    },
    () => time.now,
  );
  const answerAll = async () => {
    // Each result lets another lookup start.
    for (let idle = 0; idle < 5; idle += 1) {
      if (open.length > 0) idle = 0;
      for (const response of open.splice(0)) response();
      await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const find = async (token: string) => {
    const found = lookups.find(hashToken(token));
    await answerAll();
    return found;
  };
  return { lookups, hashes, counts, time, open, answerAll, find };
}

describe('createSessionLookups: a lookup', () => {
  test('of a token found invalid within the last minute is not made; after it, one is', async () => {
    const { find, counts, time } = setUp();
    expect(await find('bad')).toBeUndefined();
    time.now = MINUTE_MS - 1;
    expect(await find('bad')).toBeUndefined();
    expect(counts.looked).toBe(1);
    time.now = MINUTE_MS;
    expect(await find('bad')).toBeUndefined();
    expect(counts.looked).toBe(2);
  });

  test('of a valid token is made each time, so that an ended session is noticed at once', async () => {
    const { find, lookups, counts, hashes } = setUp(['good']);
    expect([await find('good'), await find('good')]).toEqual([{ id: 'an' }, { id: 'an' }]);
    expect(counts.looked).toBe(2);
    expect(lookups.recognize(hashToken('good'))).toBe('an');
    hashes.clear();
    expect(await find('good')).toBeUndefined();
    expect(lookups.recognize(hashToken('good'))).toBeUndefined();
  });

  test('of many unknown tokens: four at a time, and a signed-in client does not wait for them', async () => {
    const { find, lookups, counts, open, answerAll } = setUp(['good']);
    await find('good');
    const flood = Array.from({ length: 100 }, (_, at) => lookups.find(hashToken(`bad ${at}`)));
    await Promise.resolve();
    expect(open).toHaveLength(CONCURRENCY);
    const signedIn = lookups.find(hashToken('good'));
    await Promise.resolve();
    expect(open).toHaveLength(CONCURRENCY + 1);
    open.pop()?.();
    expect(await signedIn).toEqual({ id: 'an' });
    await answerAll();
    expect(await Promise.all(flood)).toEqual(Array.from({ length: 100 }, () => undefined));
    expect(counts).toEqual({ looked: 102, mostAtOnce: CONCURRENCY + 1 });
  });

  test('of one invalid token many times at once stays within the concurrency limit', async () => {
    const { lookups, counts, answerAll } = setUp();
    const flood = Array.from({ length: 1_000 }, () => lookups.find(hashToken('bad')));
    await answerAll();
    expect(new Set(await Promise.all(flood))).toEqual(new Set([undefined]));
    expect(counts.looked).toBe(CONCURRENCY);
  });

  test('is rejected with the time to wait if too many unknown tokens wait, and continues when they are done', async () => {
    const { find, lookups, answerAll } = setUp(['good']);
    const flood = Array.from({ length: CONCURRENCY + MAX_QUEUE }, (_, at) => lookups.find(hashToken(`bad ${at}`)));
    await expect(lookups.find(hashToken('one more'))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { retryAfterSeconds: 1 },
    });
    await answerAll();
    await Promise.all(flood);
    expect(await find('good')).toEqual({ id: 'an' });
  });

  test('that fails is retried, and its slot is released', async () => {
    let isBroken = true;
    const lookups = createSessionLookups(async () => {
      if (isBroken) throw new Error('the database is away');
      return { id: 'an' };
    });
    const failed = Array.from({ length: 3 * CONCURRENCY }, () => lookups.find(hashToken('good')));
    expect((await Promise.allSettled(failed)).every(({ status }) => status === 'rejected')).toBe(true);
    isBroken = false;
    expect(await lookups.find(hashToken('good'))).toEqual({ id: 'an' });
  });
});
