import { REPORT_STATUSES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { UndoBody } from '@hai-dang/contract/moderation/undo.schema.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../lib/context.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { auditDenial } from '../../users/audit-denial.ts';
import { restoreContent } from '../actions/restore-content.ts';
import { softDeleteContent } from '../actions/soft-delete-content.ts';
import { undoAccountAction } from '../actions/undo-account-action.ts';
import { undoAssignment } from '../assignments/assign-subject.ts';
import { bulkStore } from '../bulk/bulk.store.ts';
import { undoBulk } from '../bulk/undo-bulk.ts';
import { undoReportsChange } from '../closing/close-reports.ts';
import { undoDecision } from '../decisions/undo-decision.ts';
import { removeNote, restoreNote } from '../notes/remove-note.ts';
import { setMuted } from '../record/mute-reporter.ts';
import { undoReportStatus } from '../reports/set-report-status.ts';
import type { ModerationEventKind } from '../subjects/apply-event.ts';
import { lockSubject } from '../subjects/lock-subject.ts';
import { subjectEventsStore } from '../subjects/subject-events.store.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { recentSince } from './list-recent-actions.ts';
import { isNote } from './recent-actions.mapper.ts';
import { type RecentActionRow, recentActionsStore } from './recent-actions.store.ts';

const MUTING_KINDS = ['reporter_muted', 'reporter_unmuted'] as const satisfies ModerationEventKind[];
const CONTENT_KINDS = ['taken_down', 'restored', 'deleted'] as const satisfies ModerationEventKind[];
const ACCOUNT_KINDS = ['suspended', 'unsuspended', 'disabled', 'enabled'] as const satisfies ModerationEventKind[];

/**
 * Undoes an action, by the undo that its kind has.
 * @throws {DomainError} RECENT_ACTION_NOT_FOUND; UNDO_REASON_REQUIRED for a colleague's; ACTION_NOT_UNDOABLE; ACTION_CHANGED
 *   where the same was changed since; and those of the undo itself, such as REPORT_CHANGED
 */
export async function undoRecentAction(ctx: Ctx, id: string, { reason }: UndoBody): Promise<void> {
  const { db, caller, clock } = ctx;
  const row = await recentActionsStore.find(db, recentSince(clock.now()), id);
  if (!row) {
    if (!(await bulkStore.find(db, id))) throw new DomainError('RECENT_ACTION_NOT_FOUND');
    await undoBulk(ctx, id, reason);
    return;
  }
  const isOwn = row.actor_id === caller.id;
  if (!isOwn && isNote(row)) throw new DomainError('ACTION_NOT_UNDOABLE');
  if (!isOwn && !reason) throw new DomainError('UNDO_REASON_REQUIRED');
  await undo(ctx, row, reason || undefined);
}

/** @param note why a colleague's is undone */
async function undo(ctx: Ctx, row: RecentActionRow, note: string | undefined): Promise<void> {
  switch (row.kind) {
    case 'decided':
      if (row.decision_id === null) break;
      await undoDecision(ctx, row.decision_id, { reason: note });
      return;
    case 'decision_undone':
      if (row.is_decision) break;
      return undoStatus(ctx, row, note);
    case 'status_set':
      return undoStatus(ctx, row, note);
    case 'taken_down':
    case 'restored':
      return undoContent(ctx, row, note);
    case 'suspended':
    case 'disabled':
    case 'enabled':
      return undoAccount(ctx, row, note);
    case 'reporter_muted':
    case 'reporter_unmuted':
      return undoMuting(ctx, row, note);
    case 'assigned':
    case 'released':
      return undoAssignment(ctx, toSubjectRef(row), { version: row.version, note });
    case 'noted':
    case 'tagged':
      if (row.note_id === null) break;
      await removeNote(ctx, row.note_id);
      return;
    case 'note_removed':
    case 'tag_removed':
      if (row.note_id === null) break;
      await restoreNote(ctx, row.note_id);
      return;
  }
  throw new DomainError('ACTION_NOT_UNDOABLE');
}

/**
 * Locks the subject of an action in whose kinds nothing may have happened since.
 * @throws {DomainError} ACTION_CHANGED
 */
async function lockUnchanged(
  ctx: TxCtx,
  row: RecentActionRow,
  kinds: readonly ModerationEventKind[],
): Promise<SubjectRef> {
  const ref = toSubjectRef(row);
  const { state } = await lockSubject(ctx, ref, null);
  const last = await subjectEventsStore.findLastUpTo(ctx.tx, ref, { kinds, version: state.version });
  if (last?.version !== row.version) throw new DomainError('ACTION_CHANGED');
  return ref;
}

const undoContent = (call: Ctx, row: RecentActionRow, note: string | undefined): Promise<void> =>
  inTransaction(call, async (ctx) => {
    const { itemType: type, itemId: id } = await lockUnchanged(ctx, row, CONTENT_KINDS);
    if (type === 'User') throw new DomainError('ACTION_NOT_UNDOABLE');
    const act = row.kind === 'taken_down' ? restoreContent : softDeleteContent;
    await act(ctx, { type, id }, { note });
  });

/** Gives an account the state that it had before. A suspension that would be over by now is not given back. */
const undoAccount = (call: Ctx, row: RecentActionRow, note: string | undefined): Promise<void> =>
  auditDenial(call, row.kind === 'enabled' ? 'user.disable' : 'user.enable', () =>
    inTransaction(call, async (ctx) => {
      const { itemId } = await lockUnchanged(ctx, row, ACCOUNT_KINDS);
      await undoAccountAction(ctx, itemId, row.version, { note });
    }),
  );

const undoMuting = (call: Ctx, row: RecentActionRow, note: string | undefined): Promise<void> =>
  inTransaction(call, async (ctx) => {
    const { itemId } = await lockUnchanged(ctx, row, MUTING_KINDS);
    await setMuted(ctx, itemId, { isMuted: row.kind === 'reporter_unmuted', note });
  });

async function undoStatus(call: Ctx, row: RecentActionRow, note: string | undefined): Promise<void> {
  const { decision_id } = row;
  if (decision_id !== null) {
    return inTransaction(call, (ctx) =>
      undoReportsChange(ctx, toSubjectRef(row), { formerDecisionId: decision_id, note }),
    );
  }
  const [from, to] = [row.from_status, row.to_status].map((text) => REPORT_STATUSES.find((one) => one === text));
  if (row.report_id === null || !from || !to) throw new DomainError('ACTION_NOT_UNDOABLE');
  await undoReportStatus(call, row.report_id, { from, to, version: row.version, note });
}
