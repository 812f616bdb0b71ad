import { RECENT_ACTIONS_MS } from '@hai-dang/contract/constants.ts';
import type {
  ListRecentActionsBody,
  RecentAction,
  UndoState,
} from '@hai-dang/contract/moderation/recent-actions.schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../lib/context.ts';
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { startOfToday } from '../../lib/vietnam-day.ts';
import { restoreDeadline } from '../../posts/content-kinds.ts';
import { subjectReportsStore } from '../closing/subject-reports.store.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { type RecentActionRow, recentActionsStore } from './recent-actions.store.ts';

const cursorSchema = z.object({ at: cursorTime, id: cursorId });

/** Since when actions are recent. */
export const recentSince = (now: Date): Date => new Date(now.getTime() - RECENT_ACTIONS_MS);

/**
 * A page of what the caller did in the last 24 hours, newest first, and how many reports were closed today.
 * @throws {DomainError} INVALID_CURSOR
 */
export async function listRecentActions({ db, clock, caller }: Ctx, { cursor, limit }: ListRecentActionsBody) {
  const before = cursor ? decodeCursor(cursor, cursorSchema) : null;
  const now = clock.now();
  const [rows, closedToday] = await Promise.all([
    // One row more than the limit shows whether there is a next page.
    recentActionsStore.findPage(db, caller.id, { since: recentSince(now), before, limit: limit + 1 }),
    recentActionsStore.countClosed(db, caller.id, startOfToday(now)),
  ]);
  const shown = rows.slice(0, limit);
  const newest = await subjectReportsStore.findNewestReports(db, shown.map(toSubjectRef));
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
        undo: undoStateOf(row, now),
      };
    }),
    nextCursor: last && rows.length > limit ? encodeCursor({ at: last.created_at.toISOString(), id: last.id }) : null,
    closedToday,
  };
}

/** Whether an action can be undone, as far as can be said without locks; the undo itself looks again. */
function undoStateOf(row: RecentActionRow, now: Date): UndoState {
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
