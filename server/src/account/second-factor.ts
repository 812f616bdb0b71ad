import type { SecondFactorSecret } from '@hai-dang/contract/account/account.schema.ts';
import { administratorsChanged } from '@hai-dang/contract/administrators/administrators.events.ts';
import { type AuditEvent, insertAuditEntry, recordAudit } from '../audit/record-audit.ts';
import { attemptSignedIn } from '../auth/own-password.ts';
import { revokeSessions } from '../auth/revoke-sessions.ts';
import { removeSecondFactor } from '../auth/second-factor.ts';
import { beginEnrolment, findPendingEnrolment, prepareRecoveryCodes } from '../auth/second-factor-enrolment.ts';
import { type App, type AppTx, type Ctx, inTransaction } from '../lib/context.ts';
import { afterCommit } from '../lib/db/transact.ts';
import type { Caller } from '../lib/http/call.ts';

/** @throws {DomainError} SECOND_FACTOR_ALREADY_ON */
export const beginSecondFactor = (ctx: Ctx): Promise<SecondFactorSecret> =>
  inTransaction(ctx, async (inTx) => {
    const { id, email } = ctx.caller;
    const pending = await beginEnrolment(inTx, id, email);
    await recordAudit(inTx, { action: 'account.begin_second_factor' });
    return pending;
  });

/**
 * Enables two-factor. Other sessions stay: their password was right.
 * @returns the recovery codes, which are never returned again
 * @throws {DomainError} SECOND_FACTOR_NOT_BEGUN, SECOND_FACTOR_ALREADY_ON, SECOND_FACTOR_CODE_WRONG,
 *   TOO_MANY_LOGIN_FAILURES, TOO_MANY_LOGINS
 */
export async function confirmSecondFactor(ctx: Ctx, code: string): Promise<string[]> {
  const action = 'account.enable_second_factor';
  const pending = await findPendingEnrolment(ctx, ctx.caller.id);
  const { codes, confirm } = await attemptSignedIn(ctx, action, () => pending.tryCode(code));
  await inTransaction(ctx, async (inTx) => {
    await confirm(inTx.tx);
    publishSecondFactor(inTx);
    await recordAudit(inTx, { action });
  });
  return codes;
}

/**
 * Creates new recovery codes; the old ones become invalid.
 * @returns them; they are never returned again
 * @throws {DomainError} SECOND_FACTOR_NOT_ON
 */
export async function renewRecoveryCodes(ctx: Ctx): Promise<string[]> {
  const { codes, replace } = await prepareRecoveryCodes(ctx, ctx.caller.id);
  await inTransaction(ctx, async (inTx) => {
    await replace(inTx.tx);
    await recordAudit(inTx, { action: 'account.renew_recovery_codes' });
  });
  return codes;
}

/**
 * Disables two-factor. Where it is required, open sockets close: clients reconnect after a new enrolment.
 * @throws {DomainError} SECOND_FACTOR_NOT_ON
 */
export const disableSecondFactor = (ctx: Ctx): Promise<void> =>
  inTransaction(ctx, async (inTx) => {
    const { tx, config, publisher } = inTx;
    const { id: accountId } = ctx.caller;
    await removeSecondFactor(tx, accountId);
    if (config.requiresSecondFactor) afterCommit(tx, () => publisher.disconnectSessions({ accountId }));
    publishSecondFactor(inTx);
    await recordAudit(inTx, { action: 'account.disable_second_factor' });
  });

/**
 * Resets a lost two-factor enrolment. All sessions of the account end.
 * @param by another administrator; nobody for the command line
 * @throws {DomainError} SECOND_FACTOR_NOT_ON
 */
export const resetSecondFactor = (
  app: App,
  { id, username }: { id: string; username: string },
  by: { actor: Caller | null; context: AuditEvent['context'] },
): Promise<void> =>
  inTransaction(app, async (inTx) => {
    const { tx, clock } = inTx;
    await removeSecondFactor(tx, id);
    const sessionsEnded = await revokeSessions(inTx, id);
    publishSecondFactor(inTx);
    const target = { type: 'user', id, name: username } as const;
    const after = { sessionsEnded };
    await insertAuditEntry(tx, { action: 'account.reset_second_factor', target, after, ...by }, clock.now());
  });

/** The list of administrators says who has two-factor. */
const publishSecondFactor = ({ tx, publisher }: AppTx): void =>
  afterCommit(tx, () => publisher.toAdmins(administratorsChanged, {}));
