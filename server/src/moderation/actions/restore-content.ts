import { recordAudit } from '../../audit/record-audit.ts';
import type { TxCtx } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { titleOf } from '../../lib/title.ts';
import { lockContent, unmarkDeleted } from '../../posts/change-content.ts';
import { type ContentRef, KINDS, restoreDeadline } from '../../posts/content-kinds.ts';
import { administrator, type Cause, recordEvent } from '../subjects/append-event.ts';
import { lockSubject } from '../subjects/lock-subject.ts';

/**
 * Restores a text that was soft-deleted or hidden. Idempotent.
 * @returns its name in the audit log; null if it was not soft-deleted
 * @throws {DomainError} POST_NOT_FOUND, TRAVEL_POST_NOT_FOUND, COMMENT_NOT_FOUND once it was purged,
 *   POST_NOT_RESTORABLE, TRAVEL_POST_NOT_RESTORABLE, COMMENT_NOT_RESTORABLE when too late
 */
export async function restoreContent(ctx: TxCtx, content: ContentRef, cause: Cause = {}): Promise<string | null> {
  const { tx, clock, caller } = ctx;
  const { type, id } = content;
  const kind = KINDS[type];
  const ref = { itemType: type, itemId: id };
  const { state } = await lockSubject(ctx, ref, null);
  const row = await lockContent(tx, content);
  if (!row) throw new DomainError(kind.notFound);
  if (!row.deleted_at) return null;
  const { keptUntil, openAppeals, hiddenAt } = state;
  // A text that a decision took down can be given back with it as long as it is there.
  const isOfDecision = cause.decisionId !== undefined;
  const now = clock.now();
  const isKept = isOfDecision || hiddenAt !== null || openAppeals > 0 || (keptUntil !== null && keptUntil > now);
  if (restoreDeadline(row.deleted_at) <= now && !isKept) throw new DomainError(kind.tooLate);
  await unmarkDeleted(tx, content);
  const name = titleOf(row);
  const event = { kind: 'restored' as const, actor: administrator(caller), targetName: name, ...cause };
  await recordEvent(ctx, ref, null, event);
  if (isOfDecision) return name;
  await recordAudit(ctx, {
    action: kind.restored,
    target: { type: kind.target, id, name },
    before: { deletedAt: row.deleted_at.toISOString() },
    after: { deletedAt: null },
  });
  return name;
}
