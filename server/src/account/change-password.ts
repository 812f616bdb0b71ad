import type { ChangePasswordBody } from '@hai-dang/contract/account/account.schema.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { checkOwnPassword, rejectWeakPassword, replaceOwnPassword } from '../auth/own-password.ts';
import { hashPassword } from '../auth/password.ts';
import { noteConfirmedPassword } from '../auth/sessions.ts';
import { type Ctx, inTransaction } from '../lib/context.ts';

/**
 * Changes the caller's password and ends all other sessions.
 * @throws {DomainError} WRONG_PASSWORD, TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS, WEAK_PASSWORD whose message says why
 */
export async function changePassword(ctx: Ctx, { currentPassword, newPassword }: ChangePasswordBody): Promise<void> {
  const action = 'account.change_password';
  const oldHash = await checkOwnPassword(ctx, action, currentPassword);
  await rejectWeakPassword(newPassword, ctx.caller);
  const newHash = await hashPassword(newPassword);
  await inTransaction(ctx, async (inTx) => {
    const sessionsEnded = await replaceOwnPassword(inTx, oldHash, newHash);
    await recordAudit(inTx, { action, after: { sessionsEnded } });
  });
}

/**
 * Re-authenticates the caller.
 * @throws {DomainError} WRONG_PASSWORD, TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS
 */
export async function confirmPassword(ctx: Ctx, password: string): Promise<void> {
  const action = 'account.confirm_password';
  await checkOwnPassword(ctx, action, password);
  await inTransaction(ctx, async (inTx) => {
    await noteConfirmedPassword(inTx, ctx.caller);
    await recordAudit(inTx, { action });
  });
}
