import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { LOGIN_MAX_FAILURES } from '@hai-dang/contract/constants.ts';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../lib/domain-error.ts';
import { createTurns } from '../lib/in-turn.ts';
import type { LoginFailures } from './login-failures.ts';

/** Of one address; a password takes a tenth of a second. */
const WAITING_MAX = 100;

interface Attempt {
  email: string;
  address: string;
  /** Whether this account has lately signed in from this address. */
  isKnownAddress: boolean;
  /** Of somebody who is signed in already: counted apart, so that nobody else's failures are in the way. */
  isSignedIn?: boolean;
}

export interface LoginLimiter {
  /**
   * Looks at a password, unless too many were wrong. The attempt is counted before that, so that guesses slip through on
   * no other server either; one that was right is taken back. Those of one address are made one after another: else
   * people who sign in at the same moment would be taken for somebody who guesses.
   * @param work fails if the password is wrong
   * @param isProof whether this success clears what failed before; one of two steps does not, or whoever has the password
   *   could guess at the code for ever
   * @throws {TooManyLoginFailures} with the seconds to wait; whatever `work` throws
   * @throws {DomainError} SERVICE_UNAVAILABLE where it cannot be counted; `work` has not begun then
   */
  attempt<T>(attempt: Attempt, work: () => Promise<T>, isProof?: (result: T) => boolean): Promise<T>;
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
 * Five failures an account and five an address in 15 minutes (the wire contract, Limits). An address from which the
 * account has signed in before is counted apart, so that a stranger's failures cannot keep its owner out.
 */
export function createLoginLimiter(failures: LoginFailures): LoginLimiter {
  const inTurn = createTurns();
  const waiting = new Map<string, number>();

  async function begin({ account, address }: Keys): Promise<void> {
    // The address first: one that has to wait must not go on spending the attempts of other people's accounts.
    for (const key of [address, account]) {
      try {
        await failures.consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
        throw new TooManyLoginFailures(retryAfterSeconds, error.consumedPoints === LOGIN_MAX_FAILURES + 1);
      }
    }
  }

  async function succeed({ account, address }: Keys, isProof: boolean): Promise<void> {
    if (isProof) await failures.delete(account);
    else await failures.reward(account);
    // Only this attempt's point: whoever knows one password must not clear the count of guesses at others.
    await failures.reward(address);
  }

  return {
    async attempt(attempt, work, isProof = () => true) {
      const keys = keysOf(attempt);
      const before = waiting.get(keys.address) ?? 0;
      if (before >= WAITING_MAX) throw new TooManyLoginFailures(1, false);
      waiting.set(keys.address, before + 1);
      try {
        return await inTurn(keys.address, async () => {
          await begin(keys);
          const result = await work();
          // What was right is done; a count that cannot be taken back any more only makes the limit stricter.
          await succeed(keys, isProof(result)).catch(() => undefined);
          return result;
        });
      } finally {
        const left = (waiting.get(keys.address) ?? 1) - 1;
        if (left > 0) waiting.set(keys.address, left);
        else waiting.delete(keys.address);
      }
    },
  };
}

interface Keys {
  account: string;
  address: string;
}

function keysOf({ email, address, isKnownAddress, isSignedIn = false }: Attempt): Keys {
  const account = `account:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;
  const network = networkOf(address);
  const known = isKnownAddress ? `${account}:${network}` : account;
  return { account: isSignedIn ? `${account}:signed-in` : known, address: `address:${network}` };
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
