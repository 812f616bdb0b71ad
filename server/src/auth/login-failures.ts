import { LOGIN_FAILURE_WINDOW_MS, LOGIN_MAX_FAILURES } from '@hai-dang/contract/constants.ts';
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
import { withinTime } from '../lib/within-time.ts';

const LIMIT = { points: LOGIN_MAX_FAILURES, duration: LOGIN_FAILURE_WINDOW_MS / 1_000 };
/** What Redis may take for one count. */
const TIMEOUT_MS = 2_000;
const RETRY_SECONDS = 5;

/** Where the failures of the last 15 minutes are counted. */
export interface LoginFailures {
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

/** Counts in the database: of one server, whose restart forgets nothing. */
export const failuresInDatabase = (pool: Database['pool']): LoginFailures =>
  new RateLimiterPostgres({
    ...LIMIT,
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: 'login',
  });

/** Counts in the Redis by which several servers are one. While that is away nothing can be counted. */
export function failuresInRedis(client: RedisClient): LoginFailures {
  const limiter: RateLimiterAbstract = new RateLimiterRedis({
    ...LIMIT,
    storeClient: client,
    useRedisPackage: true,
    keyPrefix: clusterKey('login'),
  });
  async function orAway<T>(work: Promise<T>): Promise<T> {
    try {
      return await withinTime(work, TIMEOUT_MS);
    } catch (error) {
      // Else it is the limiter's answer that there are too many.
      if (!(error instanceof Error)) throw error;
      const refusal = new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
      throw Object.assign(refusal, { cause: error });
    }
  }
  return {
    consume: (key) => orAway(limiter.consume(key)),
    reward: (key) => orAway(limiter.reward(key)),
    delete: (key) => orAway(limiter.delete(key)),
  };
}
