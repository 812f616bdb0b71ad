import { createHash } from 'node:crypto';
import { LOGIN_FAILURE_WINDOW_MS, LOGIN_MAX_FAILURES } from '@hai-dang/contract/constants.ts';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';

interface Attempt {
  email: string;
  address: string;
  /** Whether this account has lately signed in from this address. */
  isKnownAddress: boolean;
}

export interface LoginLimiter {
  /**
   * Counts an attempt before its password is looked at, so that parallel guesses cannot slip through.
   * @throws {DomainError} TOO_MANY_LOGIN_FAILURES with the seconds to wait
   */
  begin(attempt: Attempt): Promise<void>;
  /** Takes the attempt back: it was right. */
  succeed(attempt: Attempt): Promise<void>;
}

/**
 * Five failures an account and five an address in 15 minutes (the wire contract, Limits), kept in the database so
 * that a restart or another server forgets nothing. An address from which the account has signed in before is
 * counted apart, so that a stranger's failures cannot keep its owner out.
 */
export function createLoginLimiter(pool: Database['pool']): LoginLimiter {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: 'login',
    points: LOGIN_MAX_FAILURES,
    duration: LOGIN_FAILURE_WINDOW_MS / 1_000,
  });
  return {
    async begin(attempt) {
      for (const key of keysOf(attempt)) {
        try {
          await limiter.consume(key);
        } catch (error) {
          if (!(error instanceof RateLimiterRes)) throw error;
          throw new DomainError('TOO_MANY_LOGIN_FAILURES', {
            retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1_000)),
          });
        }
      }
    },
    async succeed(attempt) {
      const [accountKey, addressKey] = keysOf(attempt);
      await limiter.delete(accountKey);
      // Only this attempt's point: whoever knows one password must not clear the count of guesses at others.
      await limiter.reward(addressKey);
    },
  };
}

function keysOf({ email, address, isKnownAddress }: Attempt): [account: string, address: string] {
  const account = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  return [isKnownAddress ? `account:${account}:${address}` : `account:${account}`, `address:${address}`];
}
