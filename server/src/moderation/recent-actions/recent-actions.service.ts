import { RECENT_ACTIONS_MS } from '@hai-dang/contract/constants.ts';
import type {
  ListRecentActionsBody,
  RecentAction,
  UndoState,
} from '@hai-dang/contract/moderation/recent-actions.schema.ts';
import { REPORT_STATUSES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { z } from 'zod';
import type { App } from '../../lib/context.ts';
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { Tx } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { CallContext, Caller } from '../../lib/http/call.ts';
import { startOfToday } from '../../lib/vietnam-day.ts';
import { restoreDeadline } from '../../posts/content-kinds.ts';
import { restoreContent } from '../../posts/restore-content.ts';
import { softDeleteContent } from '../../posts/soft-delete-content.ts';
import type { UsersService } from '../../users/users.service.ts';
import { undoAssignment } from '../assignments/assign-subject.ts';
import { reportsCasesStore } from '../closing/cases.store.ts';
import { undoReportsChange } from '../closing/close-reports.ts';
import type { DecisionsService } from '../decisions/decisions.service.ts';
import { removeNote, restoreNote } from '../notes/remove-note.ts';
import { undoReportStatus } from '../reports/set-report-status.ts';
import type { ModerationEventKind } from '../subjects/apply-event.ts';
import { lockSubject } from '../subjects/lock-subject.ts';
import { subjectEventsStore } from '../subjects/subject-events.store.ts';
import { toSubjectRef } from '../subjects/subject-wire.ts';
import { type RecentActionRow, recentActionsStore } from './recent-actions.store.ts';

/** Why a decision was undone, where who made it undoes it in passing. */
const UNDO_REASON = 'Người quyết định tự hoàn tác';

const CONTENT_KINDS = ['taken_down', 'restored', 'deleted'] as const satisfies ModerationEventKind[];
const ACCOUNT_KINDS = ['suspended', 'unsuspended', 'disabled', 'enabled'] as const satisfies ModerationEventKind[];

const cursorSchema = z.object({ at: cursorTime, id: cursorId });

interface RecentActionsNeeds {
  app: App;
  decisions: Pick<DecisionsService, 'undoDecision'>;
  users: Pick<UsersService, 'undoByHand' | 'auditDenial'>;
}

/** What an administrator did in the last hours, from the moderation events, and taking each of it back. */
export function createRecentActionsService(needs: RecentActionsNeeds) {
  const { app, decisions, users } = needs;
  const { db, transact, clock } = app;

  const since = () => new Date(clock.now().getTime() - RECENT_ACTIONS_MS);

  /** Whether an action can be undone, as far as can be said without locks; the undo itself looks again. */
  function undoStateOf(row: RecentActionRow): UndoState {
    const now = clock.now();
    switch (row.kind) {
      case 'decided':
        return row.is_undone ? 'undone' : 'possible';
      case 'decision_undone':
        return row.is_decision ? 'none' : 'possible';
      case 'status_set':
        if (row.decision_id !== null) return 'possible';
        if (row.report_status === row.from_status) return 'undone';
        return row.report_status === row.to_status && row.report_decision_id === null ? 'possible' : 'changed';
      case 'taken_down': {
        const isKept = restoreDeadline(row.created_at) > now || (row.kept_until !== null && row.kept_until > now);
        if (!row.is_last) return 'changed';
        return isKept ? 'possible' : 'expired';
      }
      case 'restored':
      case 'suspended':
      case 'disabled':
      case 'enabled':
        return row.is_last ? 'possible' : 'changed';
      case 'assigned':
      case 'released':
        return row.is_still_assigned ? 'possible' : 'changed';
      case 'noted':
      case 'tagged':
        if (row.note_id === null) return 'changed';
        return row.is_note_removed ? 'undone' : 'possible';
      case 'note_removed':
      case 'tag_removed':
        if (row.note_id === null) return 'changed';
        return row.is_note_removed ? 'possible' : 'undone';
      default:
        return 'none';
    }
  }

  /**
   * Locks the subject of an action in whose kinds nothing may have happened since.
   * @throws {DomainError} ACTION_CHANGED
   */
  async function lockUnchanged(tx: Tx, row: RecentActionRow, kinds: readonly ModerationEventKind[]) {
    const ref = toSubjectRef(row);
    const { state } = await lockSubject({ ...app, tx }, ref, null);
    const last = await subjectEventsStore.findLastUpTo(tx, ref, { kinds, version: state.version });
    if (last?.version !== row.version) throw new DomainError('ACTION_CHANGED');
    return ref;
  }

  const undoContent = (row: RecentActionRow, caller: Caller, context: CallContext) =>
    transact(async (tx) => {
      const { itemType: type, itemId: id } = await lockUnchanged(tx, row, CONTENT_KINDS);
      if (type === 'User') throw new DomainError('ACTION_NOT_UNDOABLE');
      const undo = row.kind === 'taken_down' ? restoreContent : softDeleteContent;
      await undo({ ...app, tx, caller, request: context }, { type, id });
    });

  /** Gives an account the state that it had before. A suspension that would be over by now is not given back. */
  const undoAccount = (row: RecentActionRow, caller: Caller, context: CallContext) =>
    users.auditDenial(row.kind === 'enabled' ? 'user.disable' : 'user.enable', caller, context, () =>
      transact(async (tx) => {
        const { itemId: id } = await lockUnchanged(tx, row, ACCOUNT_KINDS);
        await users.undoByHand(tx, { id, version: row.version }, caller, context);
      }),
    );

  async function undoStatus(row: RecentActionRow, caller: Caller, context: CallContext): Promise<void> {
    const { decision_id } = row;
    if (decision_id !== null) {
      return transact((tx) =>
        undoReportsChange({ ...app, tx, caller, request: context }, toSubjectRef(row), decision_id),
      );
    }
    const [from, to] = [row.from_status, row.to_status].map((text) => REPORT_STATUSES.find((one) => one === text));
    if (row.report_id === null || !from || !to) throw new DomainError('ACTION_NOT_UNDOABLE');
    await undoReportStatus({ ...app, caller, request: context }, row.report_id, { from, to, version: row.version });
  }

  async function undo(row: RecentActionRow, caller: Caller, context: CallContext): Promise<void> {
    switch (row.kind) {
      case 'decided':
        if (row.decision_id === null) break;
        await decisions.undoDecision(row.decision_id, { reason: UNDO_REASON }, caller, context);
        return;
      case 'decision_undone':
        if (row.is_decision) break;
        return undoStatus(row, caller, context);
      case 'status_set':
        return undoStatus(row, caller, context);
      case 'taken_down':
      case 'restored':
        return undoContent(row, caller, context);
      case 'suspended':
      case 'disabled':
      case 'enabled':
        return undoAccount(row, caller, context);
      case 'assigned':
      case 'released':
        return undoAssignment({ ...app, caller, request: context }, toSubjectRef(row), row.version);
      case 'noted':
      case 'tagged':
        if (row.note_id === null) break;
        await removeNote({ ...app, caller, request: context }, row.note_id);
        return;
      case 'note_removed':
      case 'tag_removed':
        if (row.note_id === null) break;
        await restoreNote({ ...app, caller, request: context }, row.note_id);
        return;
    }
    throw new DomainError('ACTION_NOT_UNDOABLE');
  }

  return {
    /**
     * A page of what an administrator did in the last 24 hours, newest first, and how many reports were closed today.
     * @throws {DomainError} INVALID_CURSOR
     */
    async listRecentActions({ cursor, limit }: ListRecentActionsBody, { id }: Pick<Caller, 'id'>) {
      const before = cursor ? decodeCursor(cursor, cursorSchema) : null;
      const [rows, closedToday] = await Promise.all([
        // One row more than the limit shows whether there is a next page.
        recentActionsStore.findPage(db, id, { since: since(), before, limit: limit + 1 }),
        recentActionsStore.countClosed(db, id, startOfToday(clock.now())),
      ]);
      const shown = rows.slice(0, limit);
      const newest = await reportsCasesStore.findNewestReports(db, shown.map(toSubjectRef));
      const bySubject = new Map(newest.map((report) => [`${report.itemType} ${report.itemId}`, report]));
      const last = shown.at(-1);
      return {
        actions: shown.map((row): RecentAction => {
          const report = bySubject.get(`${row.subject_type} ${row.subject_id}`);
          const isReportThere = row.report_id !== null && row.report_status !== null;
          return {
            _id: row.id,
            kind: row.kind,
            at: row.created_at.toISOString(),
            subject: toSubjectRef(row),
            name: row.name ?? report?.title ?? null,
            reportId: isReportThere ? row.report_id : (report?.reportId ?? null),
            fromStatus: row.from_status,
            toStatus: row.to_status,
            isForAll: row.kind === 'status_set' && row.report_id === null,
            detail: row.detail,
            undo: undoStateOf(row),
          };
        }),
        nextCursor:
          last && rows.length > limit ? encodeCursor({ at: last.created_at.toISOString(), id: last.id }) : null,
        closedToday,
      };
    },

    /**
     * Undoes an action of one's own, by the undo that its kind has.
     * @throws {DomainError} RECENT_ACTION_NOT_FOUND; ACTION_NOT_UNDOABLE; ACTION_CHANGED where the same was changed since; and
     *   those of the undo itself, such as REPORT_CHANGED
     */
    async undoRecentAction(id: string, caller: Caller, context: CallContext): Promise<void> {
      const row = await recentActionsStore.find(db, caller.id, since(), id);
      if (!row) throw new DomainError('RECENT_ACTION_NOT_FOUND');
      await undo(row, caller, context);
    },
  };
}
export type RecentActionsService = ReturnType<typeof createRecentActionsService>;
