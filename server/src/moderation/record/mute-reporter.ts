import type { UserRecord } from '@hai-dang/contract/moderation/record.schema.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../lib/context.ts';
import { requireUser } from '../../users/find-user.ts';
import { administrator, appendEvent } from '../subjects/append-event.ts';
import { lockSubject } from '../subjects/lock-subject.ts';
import { getUserRecord } from './get-user-record.ts';

/**
 * Mutes an account as a reporter, or ends that; nothing changes where it is so already.
 * @param note why a colleague's act is undone
 * @throws {DomainError} USER_NOT_FOUND
 */
export async function setMuted(
  ctx: TxCtx,
  id: string,
  { isMuted, note }: { isMuted: boolean; note?: string | undefined },
): Promise<void> {
  const { username: name } = await requireUser(ctx.tx, id);
  const subject = await lockSubject(ctx, { itemType: 'User', itemId: id }, id);
  if ((subject.state.mutedAt !== null) === isMuted) return;
  await appendEvent(subject, {
    kind: isMuted ? 'reporter_muted' : 'reporter_unmuted',
    actor: administrator(ctx.caller),
    targetName: name,
    note,
  });
  await recordAudit(ctx, {
    action: isMuted ? 'user.mute_reports' : 'user.unmute_reports',
    target: { type: 'user', id, name },
    before: { isMuted: !isMuted },
    after: { isMuted },
  });
}

/**
 * The same as a call of its own.
 * @returns the record that the account has then
 * @throws {DomainError} USER_NOT_FOUND
 */
export async function muteReporter(call: Ctx, id: string, isMuted: boolean): Promise<UserRecord> {
  await inTransaction(call, (ctx) => setMuted(ctx, id, { isMuted }));
  return getUserRecord(call, id);
}
