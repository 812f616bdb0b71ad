import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
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
   * @throws {TooManyLoginFailures} with the seconds to wait
   */
  begin(attempt: Attempt): Promise<void>;
  /** Takes the attempt back: it was right. */
  succeed(attempt: Attempt): Promise<void>;
}

export class TooManyLoginFailures extends DomainError<'TOO_MANY_LOGIN_FAILURES'> {
  /** Whether it is the first of its window: guessing on must not make the audit trail grow. */
  readonly isFirst: boolean;

  constructor(retryAfterSeconds: number, isFirst: boolean) {
    super('TOO_MANY_LOGIN_FAILURES', { retryAfterSeconds });
    this.isFirst = isFirst;
  }
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
      const { account, address } = keysOf(attempt);
      // The address first: one that has to wait must not go on spending the attempts of other people's accounts.
      for (const key of [address, account]) {
        try {
          await limiter.consume(key);
        } catch (error) {
          if (!(error instanceof RateLimiterRes)) throw error;
          const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
          throw new TooManyLoginFailures(retryAfterSeconds, error.consumedPoints === LOGIN_MAX_FAILURES + 1);
        }
      }
    },
    async succeed(attempt) {
      const { account, address } = keysOf(attempt);
      await limiter.delete(account);
      // Only this attempt's point: whoever knows one password must not clear the count of guesses at others.
      await limiter.reward(address);
    },
  };
}

function keysOf({ email, address, isKnownAddress }: Attempt): { account: string; address: string } {
  const account = createHash('sha256').update(email.toLowerCase()).digest('base64url');
  const network = networkOf(address);
  return {
    account: isKnownAddress ? `account:${account}:${network}` : `account:${account}`,
    address: `address:${network}`,
  };
}

const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * What counts as one address. Of IPv6 it is the /64 network, which is what one customer gets at least: with its 2^64
 * addresses to choose from nobody would ever be limited.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [withoutZone = ''] = address.split('%', 1);
  // A URL writes it in one way: small letters, no leading zeros, at most one '::'.
  const written = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  // An IPv4 address in the clothes of IPv6.
  if (written.startsWith('::ffff:')) return written;
  const [before = [], after = []] = written.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: IPV6_GROUPS - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}
