import type { LoginBody, LoginWithSecondFactorBody } from '@hai-dang/contract/auth/auth.schema.ts';
import { SECOND_FACTOR_CHALLENGE_MS, SECOND_FACTOR_CHALLENGE_TRIES } from '@hai-dang/contract/constants.ts';
import { type AuditEvent, insertAuditEntry } from '../audit/record-audit.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { Account, CallContext, Caller } from '../lib/http/call.ts';
import { findPenaltyNotice } from '../moderation/notices/notices.ts';
import { createAppealTokens } from './auth.appeal-tokens.ts';
import { createOwnPasswords } from './auth.passwords.ts';
import { createSessions, type SessionsNeeds } from './auth.sessions.ts';
import { authStore } from './auth.store.ts';
import { loginChallengesStore } from './login-challenges.store.ts';
import { type LoginLimiter, TooManyAttempts } from './login-limiter.ts';
import type { SecondFactors } from './second-factors.service.ts';
import { checkStoredPassword } from './stored-password.ts';
import { hashToken, newToken } from './token.ts';

export type { SessionSummary } from './auth.sessions.ts';

interface AuthServiceNeeds extends Omit<SessionsNeeds, 'db' | 'appealTokens'> {
  database: Pick<Database, 'db' | 'transact'>;
  secondFactors: Pick<SecondFactors, 'isOn' | 'findFitting'>;
  limiter: LoginLimiter;
}

interface NamedAccount {
  id: string;
  username: string;
}
type CheckedAccount = NonNullable<Awaited<ReturnType<typeof authStore.findAccountByEmail>>>;

const shouldAudit = (rejection: DomainError): boolean =>
  rejection instanceof TooManyAttempts ? rejection.isFirst : rejection.code !== 'SERVICE_UNAVAILABLE';

/** Signing in and out, and who a token belongs to (specification, sections 4 and 6; the wire contract, login). */
export function createAuthService(needs: AuthServiceNeeds) {
  const { database, secondFactors, limiter, publisher, clock } = needs;
  const { db, transact } = database;
  const appealTokens = createAppealTokens({ db, clock });
  const sessions = createSessions({ ...needs, db, appealTokens });
  const ownPasswords = createOwnPasswords({ db, sessions, limiter, auditDenial, clock });

  /**
   * The account of a role behind an e-mail and password, disabled or not, or a DomainError that does not say what was wrong:
   * an account of the other role is like none.
   */
  async function checkPassword(role: Account['role'], { email, password }: LoginBody) {
    const account = await authStore.findAccountByEmail(db, email);
    const stored = await checkStoredPassword({ db, clock }, account, password);
    if (!account || !stored || account.role !== role) throw new DomainError('INVALID_CREDENTIALS');
    return { ...account, password_hash: stored };
  }

  /** The error that a disabled account gets for the right password; an app user may read why, and object. */
  async function disabledError(account: CheckedAccount): Promise<DomainError> {
    const until = account.disabled_until?.toISOString() ?? null;
    if (account.role !== 'user') return new DomainError('ACCOUNT_DISABLED', ...(until ? [{ until }] : []));
    const appealToken = await transact(async (tx) => {
      const token = await appealTokens.open(tx, account.id);
      await rejectChangedPassword(tx, account);
      return token;
    });
    return new DomainError('ACCOUNT_DISABLED', {
      until,
      ...(await findPenaltyNotice({ clock }, db, account.id)),
      appealToken,
    });
  }

  /**
   * Audits a rejected attempt; of attempts after too many failures only the first, and none where
   * no password was checked: guessing must not make the audit log grow.
   */
  async function auditDenial<T>(event: Omit<AuditEvent, 'reason'>, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DomainError && shouldAudit(error))
        await insertAuditEntry(db, { ...event, reason: error.code }, clock.now());
      throw error;
    }
  }

  const failedSignIn = (claimed: NamedAccount | undefined, context: CallContext): Omit<AuditEvent, 'reason'> => ({
    action: 'auth.login_refused',
    actor: null,
    ...(claimed && { target: { type: 'user', id: claimed.id, name: claimed.username } }),
    context,
  });

  /** Rejects an account whose password was changed since it was verified. */
  async function rejectChangedPassword(tx: Tx, account: CheckedAccount): Promise<void> {
    const stored = await authStore.findPasswordHash(tx, account.id);
    if (stored !== account.password_hash) throw new DomainError('INVALID_CREDENTIALS');
  }

  /** @returns a new token */
  const openSession = (account: CheckedAccount, context: CallContext): Promise<string> =>
    transact(async (tx) => {
      if (account.role === 'admin')
        await insertAuditEntry(tx, { action: 'auth.login', actor: account, context }, clock.now());
      const token = await sessions.openSession(tx, account.id, context);
      await rejectChangedPassword(tx, account);
      return token;
    });

  /** @returns a new challenge */
  const openChallenge = (account: CheckedAccount): Promise<string> =>
    transact(async (tx) => {
      const challenge = newToken();
      await loginChallengesStore.insert(tx, {
        challenge_hash: hashToken(challenge),
        user_id: account.id,
        expires_at: new Date(clock.now().getTime() + SECOND_FACTOR_CHALLENGE_MS),
      });
      await rejectChangedPassword(tx, account);
      return challenge;
    });

  /**
   * Signs an account of a role in.
   * @param finish what follows the right password
   * @param isWhole false where a two-factor code is still required
   */
  async function signIn<T>(
    role: Account['role'],
    credentials: LoginBody,
    context: CallContext,
    finish: (account: CheckedAccount) => Promise<T>,
    isWhole?: (result: T) => boolean,
  ): Promise<T> {
    const { foldedEmail, account: claimed } = await authStore.findClaimedAccount(db, credentials.email);
    const attempt = {
      account: claimed?.id ?? foldedEmail,
      address: context.address,
      isKnownAddress: await sessions.isKnownAddress(claimed?.id, context.address),
    };
    // The right password of a disabled account is no failure, or a few suspended users would close their IP to everybody.
    // It is no whole sign-in either: it clears none of the failures before it.
    const enter = async () => {
      const outcome = await limiter.attempt(
        attempt,
        async () => {
          const account = await checkPassword(role, credentials);
          return account.is_disabled ? { error: await disabledError(account) } : { result: await finish(account) };
        },
        ({ result }) => result !== undefined && (isWhole?.(result) ?? true),
      );
      if (outcome.error) throw outcome.error;
      return outcome.result;
    };
    // The audit log is the administrators': an app user's own sign-in is none of it, a guess at an administrator's is.
    const isAudited = role === 'admin' || claimed?.role === 'admin';
    return isAudited ? auditDenial(failedSignIn(claimed, context), enter) : enter();
  }

  /** One attempt at a challenge that was valid a moment ago. @returns a new token */
  async function verifyChallenge(hash: Buffer, account: NamedAccount, code: string, context: CallContext) {
    if (!(await loginChallengesStore.take(db, hash, SECOND_FACTOR_CHALLENGE_TRIES))) {
      throw new DomainError('SECOND_FACTOR_CHALLENGE_ENDED');
    }
    const fitting = await secondFactors.findFitting(account.id, code);
    if (!fitting) throw new DomainError('INVALID_SECOND_FACTOR');
    return transact(async (tx) => {
      if (!(await loginChallengesStore.delete(tx, hash))) throw new DomainError('SECOND_FACTOR_CHALLENGE_ENDED');
      if (!(await fitting.use(tx))) throw new DomainError('INVALID_SECOND_FACTOR');
      await insertAuditEntry(
        tx,
        { action: 'auth.login', actor: account, after: { secondFactor: fitting.kind }, context },
        clock.now(),
      );
      return sessions.openSession(tx, account.id, context);
    });
  }

  return {
    authorize: sessions.authorize,
    recognize: sessions.recognize,
    authenticate: sessions.authenticate,
    findValidSessions: sessions.findValidSessions,
    mustSetUpSecondFactor: sessions.mustSetUpSecondFactor,
    noteConfirmedPassword: sessions.noteConfirmedPassword,
    listSessions: sessions.listSessions,
    summarizeSessions: sessions.summarizeSessions,
    endSession: sessions.endSession,
    endOtherSessions: sessions.endOtherSessions,
    closeSocketsIfSecondFactorRequired: sessions.closeSocketsIfSecondFactorRequired,
    purgeExpiredSessions: sessions.purgeExpiredSessions,
    purgeExpiredChallenges: sessions.purgeExpiredChallenges,
    purgeExpiredAppealTokens: appealTokens.purgeExpired,
    purgeOldSignInIps: sessions.purgeOldSignInIps,

    /**
     * Signs an administrator in.
     * @throws {DomainError} INVALID_CREDENTIALS, ACCOUNT_DISABLED, TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS; each failure is audited, of
     *   the last one only the first in its window. SECOND_FACTOR_REQUIRED with the challenge for
     *   {@link loginWithSecondFactor}, which is only half of a sign-in and not audited as a failure
     */
    async login(credentials: LoginBody, context: CallContext) {
      const outcome = await signIn(
        'admin',
        credentials,
        context,
        async (account) =>
          (await secondFactors.isOn(account.id))
            ? { challenge: await openChallenge(account) }
            : { token: await openSession(account, context), account },
        (result) => 'token' in result,
      );
      if ('challenge' in outcome) throw new DomainError('SECOND_FACTOR_REQUIRED', { challenge: outcome.challenge });
      const { id, username, email } = outcome.account;
      return { token: outcome.token, admin: { id, username, email } };
    },

    /**
     * Completes the challenge of {@link login}. A wrong code counts as a wrong password does.
     * @throws {DomainError} SECOND_FACTOR_CHALLENGE_ENDED for a challenge that was used, has run out or had too many tries,
     *   INVALID_SECOND_FACTOR, ACCOUNT_DISABLED, TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS; audited as there
     */
    async loginWithSecondFactor({ challenge, code }: LoginWithSecondFactorBody, context: CallContext) {
      const hash = hashToken(challenge);
      const found = await loginChallengesStore.find(db, hash);
      // Not audited and not counted: there is no account, and nobody guesses one of 2^256.
      if (found?.role !== 'admin') throw new DomainError('SECOND_FACTOR_CHALLENGE_ENDED');
      const { id, username, email } = found;
      const token = await auditDenial(failedSignIn(found, context), async () => {
        const isOver = found.expires_at <= clock.now() || found.attempts >= SECOND_FACTOR_CHALLENGE_TRIES;
        if (isOver) {
          // Audited once: from now on the challenge is unknown.
          await loginChallengesStore.delete(db, hash);
          throw new DomainError('SECOND_FACTOR_CHALLENGE_ENDED');
        }
        if (found.is_disabled) throw new DomainError('ACCOUNT_DISABLED');
        const { address } = context;
        const attempt = { account: id, address, isKnownAddress: await sessions.isKnownAddress(id, address) };
        return limiter.attempt(attempt, () => verifyChallenge(hash, found, code, context));
      });
      return { token, admin: { id, username, email } };
    },

    /**
     * Signs a user of the app in; as {@link login}, with the same limits, counted together.
     * @throws {DomainError} INVALID_CREDENTIALS, TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS; ACCOUNT_DISABLED with why, until when
     *   and what one may object with
     */
    async loginUser(credentials: LoginBody, context: CallContext) {
      const { token, account } = await signIn('user', credentials, context, async (found) => ({
        token: await openSession(found, context),
        account: found,
      }));
      const { id, username, email, avatar_url } = account;
      return { token, user: { _id: id, username, email, avatar: avatar_url } };
    },

    /** Ends the session the call was made with. */
    async logout(caller: Caller, context: CallContext): Promise<void> {
      await transact(async (tx) => {
        await authStore.deleteSession(tx, caller.sessionId);
        await insertAuditEntry(tx, { action: 'auth.logout', actor: caller, context }, clock.now());
        afterCommit(tx, () => publisher.disconnectSessions({ sessionId: caller.sessionId }));
      });
    },

    ...ownPasswords,

    /** @throws {DomainError} TOO_MANY_INVITATION_CALLS, SERVICE_UNAVAILABLE where it cannot be counted */
    limitInvitationCalls: ({ address }: CallContext): Promise<void> => limiter.countInvitationCall(address),
    newToken,
    hashToken,

    /** @throws {DomainError} USER_NOT_FOUND, also for an account that is no administrator's */
    async findAdministrator(email: string): Promise<{ id: string; username: string }> {
      const account = await authStore.findAccountByEmail(db, email);
      if (account?.role !== 'admin') throw new DomainError('USER_NOT_FOUND');
      return { id: account.id, username: account.username };
    },
  };
}
export type AuthService = ReturnType<typeof createAuthService>;
