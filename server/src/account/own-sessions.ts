import type { OwnSession } from '@hai-dang/contract/account/account.schema.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { endSessionOf, endSessionsBeside, listSessionsOf } from '../auth/sessions.ts';
import { type Ctx, inTransaction } from '../lib/context.ts';
import { DomainError } from '../lib/domain-error.ts';
import { toOwnSession } from './account.mapper.ts';
import { describeDevice } from './device.ts';

/** Where the caller is signed in, the session used last first. */
export const listOwnSessions = async (ctx: Ctx): Promise<OwnSession[]> =>
  (await listSessionsOf(ctx, ctx.caller.id)).map((row) => toOwnSession(row, ctx.caller));

/**
 * Ends one of the caller's sessions, perhaps the one that makes the call.
 * @throws {DomainError} SESSION_NOT_FOUND, for another account's too
 */
export const endSession = (ctx: Ctx, id: string): Promise<void> =>
  inTransaction(ctx, async (inTx) => {
    const ended = await endSessionOf(inTx, ctx.caller.id, id);
    if (!ended) throw new DomainError('SESSION_NOT_FOUND');
    const { ip, user_agent, created_at } = ended;
    const before = { device: describeDevice(user_agent), address: ip, createdAt: created_at.toISOString() };
    await recordAudit(inTx, { action: 'account.end_session', before });
  });

/** Ends all sessions of the caller but the one that makes the call. @returns how many; none leaves no entry */
export const endOtherSessions = (ctx: Ctx): Promise<number> =>
  inTransaction(ctx, async (inTx) => {
    const sessionsEnded = await endSessionsBeside(inTx, ctx.caller);
    if (sessionsEnded > 0) await recordAudit(inTx, { action: 'account.end_other_sessions', after: { sessionsEnded } });
    return sessionsEnded;
  });
