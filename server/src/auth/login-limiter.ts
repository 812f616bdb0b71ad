import { createHash } from 'node:crypto';
import AsyncLock from 'async-lock';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError, isExpectedError } from '../lib/domain-error.ts';
import { networkOf } from '../lib/http/client-network.ts';
import type { LoginCount, LoginCounts } from './login-counts.ts';

/** Attempts that wait, of one IP or one signed-in account; hashing takes a tenth of a second. */
const MAX_QUEUE = 100;

interface Attempt {
  /** The id of the account that was found, else the e-mail as the database compares it. */
  account: string;
  address: string;
  /** Whether this account has recently signed in from this IP. */
  isKnownAddress: boolean;
}

export interface LoginLimiter {
  /**
   * Checks a password, unless too many were wrong, or right, of late. The attempt is counted before that, so that guesses
   * slip through on no other server either; one that was right is taken back. Those of one address are made one after
   * another: else clients that sign in at the same moment would be taken for one that guesses.
   * @param work fails with a DomainError if the password is wrong. Any other error is the server's own and is not counted
   * @param isProof whether this success clears what failed before; one of two steps does not, or a client that has the
   *   password could guess at the code for ever
   * @throws {TooManyAttempts} with the seconds to wait; whatever `work` throws
   * @throws {DomainError} SERVICE_UNAVAILABLE where it cannot be counted; `work` has not started then
   */
  attempt<T>(attempt: Attempt, work: () => Promise<T>, isProof?: (result: T) => boolean): Promise<T>;
  /**
   * The same for an account that is signed in and re-authenticates. It is counted by the account alone, apart from
   * sign-ins, so that no failures of others are in its way.
   */
  attemptSignedIn<T>(account: string, work: () => Promise<T>): Promise<T>;
  /**
   * Counts a call about an invitation, by its network: nobody guesses a token, but each call costs a query or a hash.
   * @throws {TooManyAttempts} TOO_MANY_INVITATION_CALLS; {DomainError} SERVICE_UNAVAILABLE where it cannot be counted
   */
  countInvitationCall(address: string): Promise<void>;
}

export class TooManyAttempts extends DomainError<
  'TOO_MANY_LOGIN_FAILURES' | 'TOO_MANY_LOGINS' | 'TOO_MANY_INVITATION_CALLS'
> {
  /** Whether it is the first of its window: trying on must not make the audit log grow. */
  readonly isFirst: boolean;

  constructor(code: TooManyAttempts['code'], retryAfterSeconds: number, isFirst: boolean) {
    super(code, { retryAfterSeconds });
    this.isFirst = isFirst;
  }
}

/**
 * Five failures an account and five an IP in 15 minutes (the wire contract, Limits), and 60 successes an account. An
 * IP from which the account has signed in before has a count of its own for that account, so that failures elsewhere
 * cannot keep its owner out.
 */
export function createLoginLimiter({ failures, successes, invitations }: LoginCounts): LoginLimiter {
  // Without the one that is being checked.
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
    // The IP first: one that is blocked must not use up the attempts of other accounts.
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
    // Only this attempt's point: a client that knows one password must not clear the count of guesses at others.
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
  /** By which successes are counted. */
  owner: string;
  /** The key of an account's failures, beside the IP's. */
  account: string;
  address?: string;
}

const failureKeys = ({ account, address }: Keys): string[] => (address ? [address, account] : [account]);

const accountKey = (account: string) => `account:${createHash('sha256').update(account).digest('base64url')}`;
