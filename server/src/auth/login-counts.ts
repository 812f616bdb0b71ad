import {
  INVITATION_MAX_CALLS,
  LOGIN_MAX_FAILURES,
  LOGIN_MAX_SUCCESSES,
  LOGIN_WINDOW_MS,
} from '@hai-dang/contract/constants.ts';
import pTimeout from 'p-timeout';
import {
  type RateLimiterAbstract,
  RateLimiterPostgres,
  RateLimiterRedis,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { clusterKey } from '../lib/cluster/node-registry.ts';
import type { RedisClient } from '../lib/cluster/redis-client.ts';
import type { Database } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';

const duration = LOGIN_WINDOW_MS / 1_000;
const FAILURES = { points: LOGIN_MAX_FAILURES, duration, keyPrefix: 'login' };
const SUCCESSES = { points: LOGIN_MAX_SUCCESSES, duration, keyPrefix: 'login:right' };
const INVITATIONS = { points: INVITATION_MAX_CALLS, duration, keyPrefix: 'invitation' };
/** The time that Redis may take for one count. */
const TIMEOUT_MS = 2_000;
const RETRY_SECONDS = 5;

/** One limit on what is counted by key in the last 15 minutes. */
export interface LoginCount {
  /** The most that a key may have. */
  readonly points: number;
  /**
   * Counts one.
   * @throws {RateLimiterRes} when it is one too many
   * @throws {DomainError} SERVICE_UNAVAILABLE when it cannot be counted
   */
  consume(key: string): Promise<RateLimiterRes>;
  /** Takes one back. */
  reward(key: string): Promise<unknown>;
  /** Forgets all of a key. */
  delete(key: string): Promise<unknown>;
}

/** The counts of callers who are not signed in. */
export interface LoginCounts {
  failures: LoginCount;
  successes: LoginCount;
  /** Calls about invitations, whatever comes of them. */
  invitations: LoginCount;
}

/** Counts in the database, for one server: they survive a restart. */
export function countsInDatabase(pool: Database['pool']): LoginCounts {
  // The library names its statements, which the database then prepares: a pooler does not support that.
  const unprepared = {
    query: ({ text, values }: { text: string; values: unknown[] }) => pool.query(text, values),
  };
  const count = (limit: typeof FAILURES): LoginCount =>
    new RateLimiterPostgres({
      ...limit,
      storeClient: unprepared,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
    });
  return { failures: count(FAILURES), successes: count(SUCCESSES), invitations: count(INVITATIONS) };
}

/** Counts in the Redis by which several servers are one. While that is away nothing can be counted. */
export function countsInRedis(client: RedisClient): LoginCounts {
  const count = (limit: typeof FAILURES): LoginCount =>
    orUnavailable(
      new RateLimiterRedis({
        ...limit,
        storeClient: client,
        useRedisPackage: true,
        keyPrefix: clusterKey(limit.keyPrefix),
      }),
    );
  return { failures: count(FAILURES), successes: count(SUCCESSES), invitations: count(INVITATIONS) };
}

function orUnavailable(limiter: RateLimiterAbstract): LoginCount {
  async function inTime<T>(work: Promise<T>): Promise<T> {
    try {
      return await pTimeout(work, { milliseconds: TIMEOUT_MS });
    } catch (error) {
      // Else it is the limiter's result: too many.
      if (!(error instanceof Error)) throw error;
      const unavailable = new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
      throw Object.assign(unavailable, { cause: error });
    }
  }
  return {
    points: limiter.points,
    consume: (key) => inTime(limiter.consume(key)),
    reward: (key) => inTime(limiter.reward(key)),
    delete: (key) => inTime(limiter.delete(key)),
  };
}
