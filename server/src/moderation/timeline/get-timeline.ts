import {
  type GetTimelineBody,
  TIMELINE_KINDS,
  type TimelineEntry,
} from '@hai-dang/contract/moderation/timeline.schema.ts';
import { z } from 'zod';
import type { App } from '../../lib/context.ts';
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { findUser } from '../../users/find-user.ts';
import { toSubjectRef } from '../subjects/subjects.mapper.ts';
import { type TimelineRow, timelineStore } from './timeline.store.ts';

const cursorSchema = z.object({ at: cursorTime, id: cursorId });

/**
 * A page of what a user did and what happened to them, newest first, from the tables that know it.
 * @returns the entries, and the cursor of the next page or null
 * @throws {DomainError} USER_NOT_FOUND, INVALID_CURSOR
 */
export async function getTimeline(
  { db }: App,
  userId: string,
  { cursor, limit, kinds }: GetTimelineBody,
): Promise<{ entries: TimelineEntry[]; nextCursor: string | null }> {
  const before = cursor ? decodeCursor(cursor, cursorSchema) : null;
  if (!(await findUser(db, userId))) throw new DomainError('USER_NOT_FOUND');
  // One row more than the limit shows whether there is a next page.
  const rows = await timelineStore.find(db, userId, { kinds: kinds ?? TIMELINE_KINDS, before, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    entries: shown.map(toTimelineEntry),
    nextCursor: last && rows.length > limit ? encodeCursor({ at: last.at.toISOString(), id: last.id }) : null,
  };
}

const toTimelineEntry = (row: TimelineRow): TimelineEntry => ({
  _id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  actor: row.actor_name === null ? null : { _id: row.actor_id, username: row.actor_name },
  subject:
    row.subject_type === null || row.subject_id === null
      ? null
      : toSubjectRef({ subject_type: row.subject_type, subject_id: row.subject_id }),
  reportId: row.report_id,
  detail: row.detail,
  status: row.status,
  text: row.text,
  until: row.until?.toISOString() ?? null,
  isUndone: row.is_undone,
});
