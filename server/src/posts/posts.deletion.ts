import type { AuditAction, AuditTargetType } from '@hai-dang/contract/audit/audit.schema.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { App } from '../lib/context.ts';
import type { DbOrTx, Tx } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { titleOf } from '../lib/title.ts';
import { administrator, type Cause, recordEvent } from '../moderation/subjects/append-event.ts';
import type { EventActor } from '../moderation/subjects/apply-event.ts';
import { lockSubject } from '../moderation/subjects/lock-subject.ts';
import { type ContentType, type DeletedRow, postsDeletionStore } from './posts.deletion.store.ts';

/** Longer than the panel offers to undo, so that a slow network still finds it possible. */
export const RESTORABLE_MS = 10 * 60_000;
/** Few enough that a wait for one of their rows is not noticed. */
const PURGED_PER_STEP = 100;
/** Texts of a type that may fail in one run before the rest of that type is left to the next run. */
const FAILED_MAX = 20;

/** One text, by what it is and its id. */
export interface ContentRef {
  readonly type: ContentType;
  readonly id: string;
}

interface DeletionNeeds {
  app: App;
  audit: Pick<AuditService, 'record'>;
}

/** Each kind's name in the audit log and its errors. */
const KINDS = {
  Post: {
    target: 'post',
    deleted: 'post.delete',
    restored: 'post.restore',
    notFound: 'POST_NOT_FOUND',
    tooLate: 'POST_NOT_RESTORABLE',
  },
  TravelPost: {
    target: 'travel_post',
    deleted: 'travel_post.delete',
    restored: 'travel_post.restore',
    notFound: 'TRAVEL_POST_NOT_FOUND',
    tooLate: 'TRAVEL_POST_NOT_RESTORABLE',
  },
  Comment: {
    target: 'comment',
    deleted: 'comment.delete',
    restored: 'comment.restore',
    notFound: 'COMMENT_NOT_FOUND',
    tooLate: 'COMMENT_NOT_RESTORABLE',
  },
} as const satisfies Record<
  ContentType,
  { target: AuditTargetType; deleted: AuditAction; restored: AuditAction; notFound: string; tooLate: string }
>;

/** Order of purging: a comment before its parent, which would cascade to it. */
const PURGE_ORDER = ['Comment', 'Post', 'TravelPost'] as const;

/** Soft-deleting posts, travel posts and comments, and restoring them. */
export function createContentDeletion({ app, audit }: DeletionNeeds) {
  const { db, transact, clock } = app;

  /** Content soft-deleted at or before this moment can no longer be restored. */
  const restoreCutoff = () => new Date(clock.now().getTime() - RESTORABLE_MS);

  /**
   * Soft-deletes a text, in a given transaction; for ten minutes, or as long as its subject says, it can be restored, then it is purged. Idempotent.
   * @param cause recorded in the moderation event; what a decision does, its own entry says
   * @returns its name in the audit log; null if it was soft-deleted already
   * @throws {DomainError} POST_NOT_FOUND, TRAVEL_POST_NOT_FOUND, COMMENT_NOT_FOUND
   */
  async function softDeleteContent(
    tx: Tx,
    { type, id }: ContentRef,
    caller: Caller,
    context: CallContext,
    cause: Cause = {},
  ): Promise<string | null> {
    const kind = KINDS[type];
    const ref = { itemType: type, itemId: id };
    const { state } = await lockSubject({ ...app, tx }, ref, null);
    const isHidden = state.hiddenAt !== null;
    const row = await postsDeletionStore.softDelete(tx, type, id, { at: clock.now(), isHidden });
    if (!row && !(await postsDeletionStore.findDeletedAt(tx, type, id))) throw new DomainError(kind.notFound);
    // A decision that takes down what is down already stands beside the other: the undo of one leaves it.
    const known =
      row ?? (cause.decisionId === undefined ? undefined : await postsDeletionStore.findForUpdate(tx, type, id));
    if (!known) return null;
    const name = titleOf(known);
    await recordEvent({ ...app, tx }, ref, row?.author_id ?? null, {
      kind: 'taken_down',
      actor: administrator(caller),
      targetName: name,
      ...cause,
    });
    if (!row) return null;
    if (cause.decisionId !== undefined) return name;
    await audit.record(tx, {
      action: kind.deleted,
      actor: caller,
      target: { type: kind.target, id, name },
      before: toAudited(row),
      context,
    });
    return name;
  }

  /**
   * Hides a text until an administrator decides, in a given transaction: as if it were soft-deleted, but it is not purged.
   * An administrator's is never hidden. Idempotent.
   * @param cause the decision that took it down, where its undo hides it again
   * @returns whether it is hidden now
   */
  async function hideContent(tx: Tx, { type, id }: ContentRef, actor: EventActor, cause: Cause = {}): Promise<boolean> {
    const ref = { itemType: type, itemId: id };
    const { state } = await lockSubject({ ...app, tx }, ref, null);
    if (state.hiddenAt) return true;
    const row = await postsDeletionStore.hide(tx, type, id, clock.now());
    if (!row && !state.takenDownAt) return false;
    const name = row && { targetName: titleOf(row) };
    await recordEvent({ ...app, tx }, ref, row?.author_id ?? null, { kind: 'auto_hidden', actor, ...name, ...cause });
    return true;
  }

  /**
   * Undoes {@link softDeleteContent} and {@link hideContent}, in a given transaction. Idempotent.
   * @returns its name in the audit log; null if it was not soft-deleted
   * @throws {DomainError} POST_NOT_FOUND, TRAVEL_POST_NOT_FOUND, COMMENT_NOT_FOUND once it was purged,
   *   POST_NOT_RESTORABLE, TRAVEL_POST_NOT_RESTORABLE, COMMENT_NOT_RESTORABLE when too late
   */
  async function restoreContent(
    tx: Tx,
    { type, id }: ContentRef,
    caller: Caller,
    context: CallContext,
    cause: Cause = {},
  ): Promise<string | null> {
    const kind = KINDS[type];
    const ref = { itemType: type, itemId: id };
    const moderated = await lockSubject({ ...app, tx }, ref, null);
    const row = await postsDeletionStore.findForUpdate(tx, type, id);
    if (!row) throw new DomainError(kind.notFound);
    if (!row.deleted_at) return null;
    const { keptUntil, openAppeals, hiddenAt } = moderated.state;
    // What a decision took down can be given back with it as long as it is there.
    const isOfDecision = cause.decisionId !== undefined;
    const isKept =
      isOfDecision || hiddenAt !== null || openAppeals > 0 || (keptUntil !== null && keptUntil > clock.now());
    if (row.deleted_at <= restoreCutoff() && !isKept) throw new DomainError(kind.tooLate);
    await postsDeletionStore.restore(tx, type, id);
    const name = titleOf(row);
    const event = { kind: 'restored' as const, actor: administrator(caller), targetName: name, ...cause };
    await recordEvent({ ...app, tx }, ref, null, event);
    if (cause.decisionId !== undefined) return name;
    await audit.record(tx, {
      action: kind.restored,
      actor: caller,
      target: { type: kind.target, id, name },
      before: { deletedAt: row.deleted_at.toISOString() },
      after: { deletedAt: null },
      context,
    });
    return name;
  }

  const softDelete = (type: ContentType) => async (id: string, caller: Caller, context: CallContext) => {
    await transact(async (tx) => {
      const name = await softDeleteContent(tx, { type, id }, caller, context);
      if (name === null) throw new DomainError(KINDS[type].notFound);
    });
  };
  const restore = (type: ContentType) => async (id: string, caller: Caller, context: CallContext) => {
    await transact((tx) => restoreContent(tx, { type, id }, caller, context));
  };

  /**
   * Purges some of the likes and comments under texts, or the texts where neither is left.
   * @param beforeComments called with the comments that are about to go; false keeps them for the next step
   */
  async function purgeSome(
    tx: Tx,
    type: ContentType,
    ids: readonly string[],
    beforeComments: (ids: readonly string[]) => Promise<boolean>,
  ): Promise<void> {
    if (type !== 'Comment') {
      if ((await postsDeletionStore.purgeLikes(tx, type, ids, PURGED_PER_STEP)) === PURGED_PER_STEP) return;
      const comments = await postsDeletionStore.lockCommentsUnder(tx, type, ids, PURGED_PER_STEP);
      if (comments.length > 0) {
        if (await beforeComments(comments)) await postsDeletionStore.purgeById(tx, 'Comment', comments);
        return;
      }
    }
    await postsDeletionStore.purgeById(tx, type, ids);
  }

  /** Purges the texts of one type that were soft-deleted before a time; adds to `failures` why some are left. */
  async function purgeExpiredOf(
    type: ContentType,
    at: Date,
    failures: unknown[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const except: string[] = [];
    let most = PURGED_PER_STEP;
    for (;;) {
      let ids: string[] = [];
      try {
        await transact(async (tx) => {
          ids = await postsDeletionStore.lockSoftDeletedBefore(tx, type, { at, now: clock.now() }, { except, most });
          if (ids.length > 0) await purgeSome(tx, type, ids, async () => true);
        });
      } catch (error) {
        const [id] = ids;
        // Purge one at a time until it is known which of them fails.
        if (id !== undefined && ids.length > 1) most = 1;
        else {
          failures.push(error);
          // When so many fail, the cause is not one text: the next run tries again.
          if (id === undefined || except.push(id) === FAILED_MAX) return;
          most = PURGED_PER_STEP;
        }
      }
      if (ids.length === 0 || signal?.aborted) return;
    }
  }

  return {
    softDeleteContent,
    hideContent,
    restoreContent,
    /** The author of a text that is not deleted; null where there is none. */
    findAuthorId: ({ type, id }: ContentRef, on: DbOrTx = db): Promise<string | null> =>
      postsDeletionStore.findAuthorId(on, type, id),
    /** What a user has published since a time, or ever, and is not deleted, `most` at the most. */
    findContentOf: (authorId: string, since: Date | null, most: number) =>
      postsDeletionStore.findOf(db, authorId, { since, most }),
    /** When a text was soft-deleted: null for one that is not, undefined for one that was purged. */
    findDeletedAt: ({ type, id }: ContentRef): Promise<Date | null | undefined> =>
      postsDeletionStore.findDeletedAt(db, type, id),
    /** Until when a text soft-deleted at a time can be restored. */
    restoreDeadline: (deletedAt: Date): Date => new Date(deletedAt.getTime() + RESTORABLE_MS),

    deletePost: softDelete('Post'),
    restorePost: restore('Post'),
    deleteTravelPost: softDelete('TravelPost'),
    restoreTravelPost: restore('TravelPost'),
    deleteComment: softDelete('Comment'),
    restoreComment: restore('Comment'),

    /**
     * Purges some of an author's texts, with some of the likes and comments under them, in a step of the job that deletes
     * the account.
     * @param beforeComments called with the comments that are about to go; false keeps them for the next step
     * @returns false where nothing was left
     */
    async purgeSomeOf(
      tx: Tx,
      authorId: string,
      beforeComments: (ids: readonly string[]) => Promise<boolean>,
    ): Promise<boolean> {
      for (const type of PURGE_ORDER) {
        const ids = await postsDeletionStore.lockOf(tx, type, authorId, PURGED_PER_STEP);
        if (ids.length === 0) continue;
        await purgeSome(tx, type, ids, beforeComments);
        return true;
      }
      return false;
    },

    /**
     * Purges all texts whose deletion can no longer be undone, with what was under them, in small transactions. A text that
     * fails does not keep the others.
     * @param signal aborts it between two of them
     * @throws the first failure, when every type has been tried
     */
    async purgeExpired(signal?: AbortSignal): Promise<void> {
      const at = restoreCutoff();
      const failures: unknown[] = [];
      for (const type of PURGE_ORDER) await purgeExpiredOf(type, at, failures, signal);
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** The audited fields of a deleted text: not its content, which is purged ten minutes later. */
const toAudited = (row: DeletedRow) => ({
  authorId: row.author_id,
  createdAt: row.created_at.toISOString(),
  ...(row.parent_id === undefined
    ? { likesCount: row.likes_count, commentsCount: row.comments_count }
    : { parentId: row.parent_id }),
});
