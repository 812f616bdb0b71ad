import type { LoginBody } from '@hai-dang/contract/auth/auth.schema.ts';
import { type AuditEvent, insertAuditEntry } from '../audit/record-audit.ts';
import { type App, type AppTx, type Ctx, inTransaction } from '../lib/context.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { Account, CallContext } from '../lib/http/call.ts';
import { auditFailedAttempt } from './audit-failed-attempt.ts';
import { authStore } from './auth.store.ts';
import { isKnownAddress } from './known-address.ts';
import { openSession } from './sessions.ts';
import { checkStoredPassword } from './stored-password.ts';

/** A call of somebody who is not signed in yet. */
export type SignInCtx = Ctx<null>;

/** An account whose password was right. */
export type CheckedAccount = NonNullable<Awaited<ReturnType<typeof authStore.findAccountByEmail>>>;

interface SignIn<T> {
  /** An account of the other role is like none. */
  role: Account['role'];
  /** Completes the sign-in after the right password. */
  finish: (account: CheckedAccount) => Promise<T>;
  /** The error that a disabled account gets for the right password. */
  disabledError: (account: CheckedAccount) => Promise<DomainError> | DomainError;
  /** False where a two-factor code is still required. */
  isWhole?: (result: T) => boolean;
}

/**
 * Signs an account of a role in, as far as its password goes.
 * @throws {DomainError} INVALID_CREDENTIALS, which does not say what was wrong; TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS; what `disabledError` returns
 */
export async function signIn<T>(
  ctx: SignInCtx,
  credentials: LoginBody,
  { role, finish, disabledError, isWhole = () => true }: SignIn<T>,
): Promise<T> {
  const { db, request, attempts } = ctx;
  const { foldedEmail, account: claimed } = await authStore.findClaimedAccount(db, credentials.email);
  const attempt = {
    account: claimed?.id ?? foldedEmail,
    address: request.address,
    isKnownAddress: await isKnownAddress(ctx, claimed?.id, request.address),
  };
  // The right password of a disabled account is no failure, or a few suspended users would close their IP to everybody.
  // It is no whole sign-in either: it clears none of the failures before it.
  const enter = async () => {
    const outcome = await attempts.attempt(
      attempt,
      async () => {
        const account = await checkPassword(ctx, role, credentials);
        // Whether a suspension is over is not asked here: a job ends it (moderation/actions/end-suspensions.ts).
        return account.is_disabled ? { error: await disabledError(account) } : { result: await finish(account) };
      },
      ({ result }) => result !== undefined && isWhole(result),
    );
    if (outcome.error) throw outcome.error;
    return outcome.result;
  };
  // The audit log is the administrators': an app user's own sign-in is none of it, a guess at an administrator's is.
  const isAudited = role === 'admin' || claimed?.role === 'admin';
  return isAudited ? auditFailedAttempt(ctx, failedSignIn(claimed, request), enter) : enter();
}

/** Opens a session for an account whose password was right, and still is. @returns its token */
export const openVerifiedSession = (ctx: SignInCtx, account: CheckedAccount): Promise<string> =>
  inTransaction(ctx, async (inTx) => {
    const { tx, clock, request } = inTx;
    if (account.role === 'admin')
      await insertAuditEntry(tx, { action: 'auth.login', actor: account, context: request }, clock.now());
    const token = await openSession(inTx, account.id, request);
    await rejectChangedPassword(inTx, account);
    return token;
  });

/**
 * Rejects an account whose password was changed since it was verified.
 * @throws {DomainError} INVALID_CREDENTIALS
 */
export async function rejectChangedPassword({ tx }: AppTx, account: CheckedAccount): Promise<void> {
  const stored = await authStore.findPasswordHash(tx, account.id);
  if (stored !== account.password_hash) throw new DomainError('INVALID_CREDENTIALS');
}

/** Returns the audit entry of a sign-in that fails. */
export const failedSignIn = (
  claimed: { id: string; username: string } | undefined,
  context: CallContext,
): Omit<AuditEvent, 'reason'> => ({
  action: 'auth.login_refused',
  actor: null,
  ...(claimed && { target: { type: 'user', id: claimed.id, name: claimed.username } }),
  context,
});

/** @throws {DomainError} INVALID_CREDENTIALS */
async function checkPassword(
  app: Pick<App, 'db' | 'clock'>,
  role: Account['role'],
  { email, password }: LoginBody,
): Promise<CheckedAccount> {
  const account = await authStore.findAccountByEmail(app.db, email);
  const stored = await checkStoredPassword(app, account, password);
  if (!account || !stored || account.role !== role) throw new DomainError('INVALID_CREDENTIALS');
  return { ...account, password_hash: stored };
}
