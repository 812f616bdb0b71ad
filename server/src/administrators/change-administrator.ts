import { administratorsChanged } from '@hai-dang/contract/administrators/administrators.events.ts';
import { resetSecondFactor } from '../account/second-factor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { revokeSessions } from '../auth/revoke-sessions.ts';
import { type App, type Ctx, inTransaction } from '../lib/context.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { DomainError } from '../lib/domain-error.ts';
import { disableUser } from '../moderation/actions/disable-user.ts';
import { enableUser } from '../moderation/actions/enable-user.ts';
import { findUser } from '../users/find-user.ts';

/**
 * Switches an administrator off and ends the sessions; what the administrator handles is released (docs/decisions/043).
 * @throws {DomainError} ADMINISTRATOR_NOT_FOUND, OWN_ACCOUNT, LAST_ADMIN
 */
export async function disableAdministrator(ctx: Ctx, id: string): Promise<void> {
  await requireAdministrator(ctx, id);
  await disableUser(ctx, id);
}

/** @throws {DomainError} ADMINISTRATOR_NOT_FOUND */
export async function enableAdministrator(ctx: Ctx, id: string): Promise<void> {
  await requireAdministrator(ctx, id);
  await enableUser(ctx, id);
}

/**
 * Ends every session of another administrator; without one there is no audit entry.
 * @throws {DomainError} ADMINISTRATOR_NOT_FOUND, OWN_ADMINISTRATOR
 */
export async function endAdministratorSessions(ctx: Ctx, id: string): Promise<void> {
  const { username } = await requireOther(ctx, id);
  await inTransaction(ctx, async (inTx) => {
    const { tx, publisher } = inTx;
    const sessionsEnded = await revokeSessions(inTx, id);
    if (sessionsEnded === 0) return;
    const target = { type: 'user', id, name: username } as const;
    await recordAudit(inTx, { action: 'administrator.end_sessions', target, after: { sessionsEnded } });
    afterCommit(tx, () => publisher.toAdmins(administratorsChanged, {}));
  });
}

/**
 * Takes the two-factor off another administrator, whose sessions end.
 * @throws {DomainError} ADMINISTRATOR_NOT_FOUND, OWN_ADMINISTRATOR, SECOND_FACTOR_NOT_ON
 */
export async function resetAdministratorSecondFactor(ctx: Ctx, id: string): Promise<void> {
  const { caller, request } = ctx;
  await resetSecondFactor(ctx, await requireOther(ctx, id), { actor: caller, context: request });
}

/** @throws {DomainError} ADMINISTRATOR_NOT_FOUND, for an app user's account too */
async function requireAdministrator({ db }: Pick<App, 'db'>, id: string): Promise<{ id: string; username: string }> {
  const user = await findUser(db, id);
  if (user?.role !== 'admin') throw new DomainError('ADMINISTRATOR_NOT_FOUND');
  return { id: user._id, username: user.username };
}

/** The same, unless it is the caller: the account screen has what one can do with the own account. */
async function requireOther(ctx: Ctx, id: string): Promise<{ id: string; username: string }> {
  if (id === ctx.caller.id) throw new DomainError('OWN_ADMINISTRATOR');
  return requireAdministrator(ctx, id);
}
