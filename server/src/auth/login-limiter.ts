import { createHash } from 'node:crypto';
import AsyncLock from 'async-lock';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { type AttemptLimiter, TooManyAttempts } from '../lib/attempt-limiter.ts';
import { isExpectedError } from '../lib/domain-error.ts';
import { networkOf } from '../lib/http/client-network.ts';
import type { LoginCount, LoginCounts } from './login-counts.ts';

/** Attempts that wait, of one IP or one signed-in account; hashing takes a tenth of a second. */
const MAX_QUEUE = 100;

/**
 * Five failures an account and five an IP in 15 minutes (the wire contract, Limits), and 60 successes an account. An
 * IP from which the account has signed in before has a count of its own for that account, so that failures elsewhere
 * cannot keep its owner out.
 */
export function createLoginLimiter({ failures, successes, invitations }: LoginCounts): AttemptLimiter {
  // The lock counts those that wait, without the one that is being checked.
  const lock = new AsyncLock({ maxPending: MAX_QUEUE - 1 });

  async function consume(count: LoginCount, key: string, code: TooManyAttempts['code']): Promise<void> {
    try {
      await count.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
      throw new TooManyAttempts(code, retryAfterSeconds, error.consumedPoints === count.points + 1);
    }
  }

  async function begin(keys: Keys): Promise<void> {
    // The IP is counted first: one that is blocked must not use up the attempts of other accounts.
    for (const key of failureKeys(keys)) await consume(failures, key, 'TOO_MANY_LOGIN_FAILURES');
    try {
      await consume(successes, keys.owner, 'TOO_MANY_LOGINS');
    } catch (error) {
      await Promise.all(failureKeys(keys).map((key) => failures.reward(key)));
      throw error;
    }
  }

  async function succeed({ account, address }: Keys, isProof: boolean): Promise<void> {
    if (isProof) await failures.delete(account);
    else await failures.reward(account);
    // Only this attempt's point is taken back: a client that knows one password must not clear the count of guesses at others.
    if (address) await failures.reward(address);
  }

  async function fail(keys: Keys, error: unknown): Promise<void> {
    await successes.reward(keys.owner);
    if (isExpectedError(error) && error.code !== 'SERVICE_UNAVAILABLE') return;
    await Promise.all(failureKeys(keys).map((key) => failures.reward(key)));
  }

  async function run<T>(keys: Keys, work: () => Promise<T>, isProof: (result: T) => boolean): Promise<T> {
    await begin(keys);
    let result: T;
    try {
      result = await work();
    } catch (error) {
      // A count that cannot be taken back only makes the limit stricter; what has happened stays as it is.
      await fail(keys, error).catch(() => undefined);
      throw error;
    }
    await succeed(keys, isProof(result)).catch(() => undefined);
    return result;
  }

  async function queue<T>(place: string, work: () => Promise<T>): Promise<T> {
    let isStarted = false;
    try {
      return await lock.acquire(place, () => {
        isStarted = true;
        return work();
      });
    } catch (error) {
      throw isStarted ? error : new TooManyAttempts('TOO_MANY_LOGIN_FAILURES', 1, false);
    }
  }

  return {
    attempt({ account, address, isKnownAddress }, work, isProof = () => true) {
      const owner = accountKey(account);
      const network = networkOf(address);
      const place = `address:${network}`;
      const keys = { owner, account: isKnownAddress ? `${owner}:${network}` : owner, address: place };
      return queue(place, () => run(keys, work, isProof));
    },

    attemptSignedIn(account, work) {
      const owner = `${accountKey(account)}:signed-in`;
      return queue(owner, () => run({ owner, account: owner }, work, () => true));
    },

    countInvitationCall: (address) =>
      consume(invitations, `address:${networkOf(address)}`, 'TOO_MANY_INVITATION_CALLS'),
  };
}

interface Keys {
  /** The key by which successes are counted. */
  owner: string;
  /** The key of an account's failures, beside the IP's. */
  account: string;
  address?: string;
}

const failureKeys = ({ account, address }: Keys): string[] => (address ? [address, account] : [account]);

const accountKey = (account: string) => `account:${createHash('sha256').update(account).digest('base64url')}`;
