import type { AuditAction } from '@hai-dang/contract/audit/audit-labels.ts';
import type { Ctx, TxCtx } from '../lib/context.ts';
import { DomainError } from '../lib/domain-error.ts';
import { auditFailedAttempt } from './audit-failed-attempt.ts';
import { authStore } from './auth.store.ts';
import { checkPasswordStrength, type PasswordWeakness, weaknessMessages } from './password-strength.ts';
import { endSessionsBeside, noteConfirmedPassword } from './sessions.ts';
import { checkStoredPassword } from './stored-password.ts';

/** A new password that can be guessed; its message says why. */
class WeakPassword extends DomainError<'WEAK_PASSWORD'> {
  constructor(weakness: PasswordWeakness) {
    super('WEAK_PASSWORD');
    this.message = weaknessMessages[weakness];
  }
}

/**
 * Checks what re-authenticates the caller. Failures count as at sign-in, apart from strangers'.
 * @param action what it is needed for; a failure is recorded in the audit log under it
 * @throws {DomainError} TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS; what `work` throws
 */
export const attemptSignedIn = <T>(ctx: Ctx, action: AuditAction, work: () => Promise<T>): Promise<T> => {
  const { caller, request, attempts } = ctx;
  return auditFailedAttempt(ctx, { action, actor: caller, context: request }, () =>
    attempts.attemptSignedIn(caller.id, work),
  );
};

/**
 * Verifies the caller's password; see {@link attemptSignedIn}.
 * @returns what is stored of it
 * @throws {DomainError} WRONG_PASSWORD, TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS
 */
export const checkOwnPassword = (ctx: Ctx, action: AuditAction, password: string): Promise<string> =>
  attemptSignedIn(ctx, action, async () => {
    const { id } = ctx.caller;
    const password_hash = (await authStore.findPasswordHash(ctx.db, id)) ?? null;
    const stored = await checkStoredPassword(ctx, { id, password_hash }, password);
    if (!stored) throw new DomainError('WRONG_PASSWORD');
    return stored;
  });

/**
 * Replaces the caller's password, which was verified, and ends all other sessions.
 * @returns how many
 * @throws {DomainError} WRONG_PASSWORD where it has been changed meanwhile
 */
export async function replaceOwnPassword(ctx: TxCtx, oldHash: string, newHash: string): Promise<number> {
  const { tx, caller, clock } = ctx;
  await authStore.lockAccount(tx, caller.id);
  const isReplaced = await authStore.setPasswordHash(tx, caller.id, oldHash, newHash, clock.now());
  if (!isReplaced) throw new DomainError('WRONG_PASSWORD');
  await noteConfirmedPassword(ctx, caller);
  return endSessionsBeside(ctx, caller);
}

/** @throws {WeakPassword} saying why a new password will not do for this account */
export async function rejectWeakPassword(
  password: string,
  { email, username }: { email: string; username: string },
): Promise<void> {
  const weakness = await checkPasswordStrength(password.normalize('NFC'), [email, username]);
  if (weakness) throw new WeakPassword(weakness);
}
