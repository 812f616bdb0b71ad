import type { BulkAction } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { type DecideBody, decisionLettersSchema } from '@hai-dang/contract/moderation/decisions.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { AppTx, TxCtx } from '../../lib/context.ts';
import type { Tx } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { Caller } from '../../lib/http/call.ts';
import { findAuthorId, findDeletedAt } from '../../posts/find-content.ts';
import { findUser } from '../../users/find-user.ts';
import { closeInBulk, reopenInBulk } from '../closing/close-reports.ts';
import { decideInBulk } from '../decisions/decide-subject.ts';
import { decisionsStore } from '../decisions/decisions.store.ts';
import { undoInBulk } from '../decisions/undo-decision.ts';
import { removeNoteInTx } from '../notes/remove-note.ts';
import { tagSubject } from '../notes/tag-subject.ts';
import { lockSubject } from '../subjects/lock-subject.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { subjectsStore } from '../subjects/subjects.store.ts';
import { toAction } from './bulk.mapper.ts';
import { isProtected } from './bulk.policy.ts';
import { type BulkItemRow, type BulkRow, bulkStore } from './bulk.store.ts';

/** The administrator who started it, or its undo. */
export type BulkActor = Pick<Caller, 'id' | 'username'>;

type Item = Pick<BulkItemRow, 'subject_type' | 'subject_id' | 'version'>;
type Bulk = Pick<BulkRow, 'id' | 'action' | 'policy_key' | 'note' | 'letters' | 'undo_reason' | 'includes_held'>;

/**
 * Does it to one of many subjects, as a single act would.
 * @returns what {@link undoBulkItem} needs
 * @throws {DomainError} why the subject is to be left alone
 */
export async function actOnItem(ctx: AppTx, bulk: Bulk, item: Item, actor: BulkActor): Promise<string> {
  const ref = toSubjectRef(item);
  const action = await actionOn(ctx.tx, bulk, ref);
  const { version } = item;
  // A tag decides nothing.
  if (action.kind !== 'tag' && !bulk.includes_held) await checkNotHeld(ctx, ref, actor);
  if (action.kind === 'close_reports') {
    const change = { version, status: action.outcome, note: bulk.note ?? undefined };
    return closeInBulk(ctx, ref, change, actor);
  }
  const decision = {
    note: bulk.note,
    letters: decisionLettersSchema.parse(bulk.letters),
    subject: ref,
    version,
  };
  const decide = (body: DecideBody) => decideInBulk(callOf(ctx, bulk, actor), body, bulk.id);
  if (action.kind === 'no_violation') return decide({ ...decision, outcome: 'no_violation', actions: [] });
  const ownerId = await findUnprotectedOwnerId(ctx.tx, ref);
  if (action.kind === 'tag') return (await tagSubject(ctx, { ref, ownerId }, action, actor.id)).id;
  return decide({
    ...decision,
    outcome: 'violation',
    policy: bulk.policy_key,
    actions: [action.kind],
    suspendDays: action.kind === 'suspend' ? action.days : null,
  });
}

type OneAction = Exclude<BulkAction, { kind: 'clean_up' }>;

/** The action on one of the subjects: of a clean-up what ends the wave there, else closing the reports that are left. */
async function actionOn(tx: Tx, bulk: Bulk, ref: SubjectRef): Promise<OneAction> {
  const action = toAction(bulk);
  if (action.kind !== 'clean_up') return action;
  const { itemType: type, itemId: id } = ref;
  if (type === 'User' && action.disables) return { kind: 'disable' };
  if (type !== 'User' && action.takesDown) {
    const isShown = (await findDeletedAt(tx, { type, id })) === null;
    if (isShown || (await subjectsStore.find(tx, ref))?.hiddenAt) return { kind: 'takedown' };
  }
  return { kind: 'close_reports', outcome: 'resolved' };
}

/**
 * Takes back what was done to one of many subjects; what others have changed since stays.
 * @throws {DomainError} why it is to be left alone
 */
export async function undoBulkItem(
  ctx: AppTx,
  bulk: Bulk,
  item: Item & Pick<BulkItemRow, 'result_id' | 'position'>,
  actor: BulkActor,
): Promise<void> {
  const { kind } = toAction(bulk);
  const resultId = item.result_id ?? '';
  const note = bulk.undo_reason ?? undefined;
  const isClosing = kind === 'close_reports' || (kind === 'clean_up' && !(await decisionsStore.find(ctx.tx, resultId)));
  if (isClosing) {
    const undoId = await reopenInBulk(ctx, toSubjectRef(item), { formerDecisionId: resultId, note }, actor);
    return bulkStore.setUndoResult(ctx.tx, bulk.id, { position: item.position, undoId });
  }
  if (kind !== 'tag') return undoInBulk(callOf(ctx, bulk, actor), resultId, note);
  const { isRemoved } = await removeNoteInTx(ctx, resultId, actor.id);
  if (!isRemoved) throw new DomainError('BULK_ALREADY_UNDONE');
}

/** @throws {DomainError} BULK_HELD where a colleague handles it, who can work */
async function checkNotHeld(ctx: AppTx, ref: SubjectRef, { id }: BulkActor): Promise<void> {
  const { assigneeId } = (await lockSubject(ctx, ref, null)).state;
  const isOther = assigneeId !== null && assigneeId !== id;
  if (isOther && (await subjectsStore.findAdministrator(ctx.tx, assigneeId))) throw new DomainError('BULK_HELD');
}

/**
 * The account that is concerned.
 * @throws {DomainError} USER_NOT_FOUND, SUBJECT_NOT_FOUND for what is gone; BULK_PROTECTED
 */
async function findUnprotectedOwnerId(tx: Tx, ref: SubjectRef): Promise<string> {
  const { itemType: type, itemId: id } = ref;
  const known = type === 'User' ? id : (await subjectsStore.find(tx, ref))?.ownerId;
  const ownerId = known ?? (type === 'User' ? null : await findAuthorId(tx, { type, id }));
  if (!ownerId) throw new DomainError('SUBJECT_NOT_FOUND');
  const owner = await findUser(tx, ownerId);
  if (!owner && type === 'User') throw new DomainError('USER_NOT_FOUND');
  if (owner && isProtected({ role: owner.role, username: owner.username })) throw new DomainError('BULK_PROTECTED');
  return ownerId;
}

/** Its audit entries are those of the start and the undo; the moderation events name the administrator. */
const callOf = (ctx: AppTx, { id }: Bulk, actor: BulkActor): TxCtx => ({
  ...ctx,
  caller: { id: actor.id, username: actor.username, email: '', sessionId: '' },
  request: { requestId: `bulk-${id}`, address: '', userAgent: '' },
});
