import { DomainError } from './domain-error.ts';

interface Attempt {
  /** The id of the account that was found, else the e-mail as the database compares it. */
  account: string;
  address: string;
  /** Whether this account has recently signed in from this IP. */
  isKnownAddress: boolean;
}

/** Limits how often a password or a code is tried. */
export interface AttemptLimiter {
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
