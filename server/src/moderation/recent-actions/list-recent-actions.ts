import { RECENT_ACTIONS_MS } from '@hai-dang/contract/constants.ts';
import type { ListRecentActionsBody, RecentAction } from '@hai-dang/contract/moderation/recent-actions.schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../lib/context.ts';
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { startOfToday } from '../../lib/vietnam-day.ts';
import { bulkStore } from '../bulk/bulk.store.ts';
import { subjectReportsStore } from '../closing/subject-reports.store.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { toBulkAction, toRecentAction } from './recent-actions.mapper.ts';
import { type RecentActionRow, recentActionsStore } from './recent-actions.store.ts';

const cursorSchema = z.object({ at: cursorTime, id: cursorId });

/** Since when actions are recent. */
export const recentSince = (now: Date): Date => new Date(now.getTime() - RECENT_ACTIONS_MS);

interface RecentActions {
  actions: RecentAction[];
  nextCursor: string | null;
  closedToday: number;
}

/**
 * A page of the actions of the caller, or of all colleagues, in the last 24 hours, newest first; a bulk action is one of them, at
 * the time of its start. And how many reports the caller closed today.
 * @throws {DomainError} INVALID_CURSOR
 */
export async function listRecentActions(
  { db, clock, caller }: Ctx,
  { of, cursor, limit }: ListRecentActionsBody,
): Promise<RecentActions> {
  const before = cursor ? decodeCursor(cursor, cursorSchema) : null;
  const now = clock.now();
  // One more than the limit shows whether there is a next page.
  const page = { since: recentSince(now), before, limit: limit + 1 };
  const actor = { id: caller.id, isOther: of === 'colleagues' };
  const [rows, bulks, closedToday] = await Promise.all([
    recentActionsStore.findPage(db, { ...page, actor }),
    bulkStore.findPage(db, { ...page, starter: actor }),
    recentActionsStore.countClosed(db, caller.id, startOfToday(now)),
  ]);
  const found = [
    ...rows.map((row) => ({ at: row.created_at, id: row.id, row })),
    ...bulks.map((bulk) => ({ at: bulk.started_at, id: bulk.id, bulk })),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
  const shown = found.slice(0, limit);
  const reportOf = await findReports(
    db,
    shown.flatMap((one) => ('row' in one ? [one.row] : [])),
  );
  const last = shown.at(-1);
  return {
    actions: shown.map((one) =>
      'row' in one
        ? toRecentAction(one.row, reportOf(one.row), { callerId: caller.id, now })
        : toBulkAction(one.bulk, { callerId: caller.id, now }),
    ),
    nextCursor: last && found.length > limit ? encodeCursor({ at: last.at.toISOString(), id: last.id }) : null,
    closedToday,
  };
}

/** The newest report of each subject. */
async function findReports(db: Ctx['db'], rows: readonly RecentActionRow[]) {
  const newest = await subjectReportsStore.findNewestReports(db, rows.map(toSubjectRef));
  const bySubject = new Map(newest.map((report) => [`${report.itemType} ${report.itemId}`, report]));
  return (row: RecentActionRow) => bySubject.get(`${row.subject_type} ${row.subject_id}`);
}
