import { recordAudit } from '../../audit/record-audit.ts';
import { type AppTx, type Ctx, inTransaction, type TxCtx } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { titleOf } from '../../lib/title.ts';
import { lockContent, markDeleted, markHidden } from '../../posts/change-content.ts';
import { type ContentRef, KINDS } from '../../posts/content-kinds.ts';
import { findDeletedAt } from '../../posts/find-content.ts';
import { administrator, type Cause, recordEvent } from '../subjects/append-event.ts';
import type { EventActor } from '../subjects/apply-event.ts';
import { lockSubject } from '../subjects/lock-subject.ts';

/**
 * Deletes a text as {@link softDeleteContent} does.
 * @throws {DomainError} POST_NOT_FOUND, TRAVEL_POST_NOT_FOUND, COMMENT_NOT_FOUND, also for one that was deleted already
 */
export const deleteContent = (call: Ctx, content: ContentRef): Promise<void> =>
  inTransaction(call, async (ctx) => {
    if ((await softDeleteContent(ctx, content)) === null) throw new DomainError(KINDS[content.type].notFound);
  });

/**
 * Soft-deletes a text; for ten minutes, or as long as its subject says, it can be restored, then it is purged. Idempotent.
 * @param cause recorded in the moderation event; what a decision does, its own audit entry says
 * @returns its name in the audit log; null if it was soft-deleted already
 * @throws {DomainError} POST_NOT_FOUND, TRAVEL_POST_NOT_FOUND, COMMENT_NOT_FOUND
 */
export async function softDeleteContent(ctx: TxCtx, content: ContentRef, cause: Cause = {}): Promise<string | null> {
  const { tx, clock, caller } = ctx;
  const { type, id } = content;
  const kind = KINDS[type];
  const ref = { itemType: type, itemId: id };
  const { state } = await lockSubject(ctx, ref, null);
  const isHidden = state.hiddenAt !== null;
  const row = await markDeleted(tx, content, { at: clock.now(), isHidden });
  if (!row && !(await findDeletedAt(tx, content))) throw new DomainError(kind.notFound);
  // A decision that takes down what is down already stands beside the other: the undo of one leaves it.
  const known = row ?? (cause.decisionId === undefined ? undefined : await lockContent(tx, content));
  if (!known) return null;
  const name = titleOf(known);
  const event = { kind: 'taken_down' as const, actor: administrator(caller), targetName: name, ...cause };
  await recordEvent(ctx, ref, row?.author_id ?? null, event);
  if (!row) return null;
  if (cause.decisionId !== undefined) return name;
  await recordAudit(ctx, { action: kind.deleted, target: { type: kind.target, id, name }, before: toAudited(row) });
  return name;
}

/**
 * Hides a text until an administrator decides: as if it were soft-deleted, but it is not purged. An administrator's is never
 * hidden. Idempotent.
 * @param cause the decision that took it down, where its undo hides it again
 * @returns whether it is hidden now
 */
export async function hideContent(
  ctx: AppTx,
  content: ContentRef,
  actor: EventActor,
  cause: Cause = {},
): Promise<boolean> {
  const { tx, clock } = ctx;
  const ref = { itemType: content.type, itemId: content.id };
  const { state } = await lockSubject(ctx, ref, null);
  if (state.hiddenAt) return true;
  const row = await markHidden(tx, content, clock.now());
  if (!row && !state.takenDownAt) return false;
  const name = row && { targetName: titleOf(row) };
  await recordEvent(ctx, ref, row?.author_id ?? null, { kind: 'auto_hidden', actor, ...name, ...cause });
  return true;
}

type DeletedRow = NonNullable<Awaited<ReturnType<typeof markDeleted>>>;

/** The audited fields of a deleted text: not its content, which is purged ten minutes later. */
const toAudited = (row: DeletedRow) => ({
  authorId: row.author_id,
  createdAt: row.created_at.toISOString(),
  ...(row.parent_id === undefined
    ? { likesCount: row.likes_count, commentsCount: row.comments_count }
    : { parentId: row.parent_id }),
});
