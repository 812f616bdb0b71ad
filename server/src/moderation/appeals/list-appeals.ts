import type { CursorPagination } from '@hai-dang/contract/lib/paging.ts';
import type { Appeal, ListAppealsBody } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { z } from 'zod';
import type { App } from '../../lib/context.ts';
import { cursorId, cursorInteger, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { appealsStore } from './appeals.store.ts';
import { describeAppeals } from './get-appeal.ts';

/** Counted up to here: nobody needs to know more exactly how many there are. */
const COUNT_UP_TO = 1_000;

const cursorSchema = z.object({ at: cursorTime, id: cursorId, total: cursorInteger });

/**
 * A page of appeals; the first page also counts the total.
 * @throws {DomainError} INVALID_CURSOR
 */
export async function listAppeals(
  { db }: App,
  { state, assignee, limit, cursor: text }: ListAppealsBody,
): Promise<{ appeals: Appeal[]; pagination: CursorPagination }> {
  const cursor = text ? decodeCursor(text, cursorSchema) : null;
  const by = assignee || undefined;
  // One row more than the limit shows whether there is a next page.
  const [rows, counted] = await Promise.all(
    state === 'open'
      ? [
          appealsStore.findOpen(db, by, cursor, limit + 1),
          cursor ? cursor.total : appealsStore.countOpen(db, by, COUNT_UP_TO + 1),
        ]
      : [
          appealsStore.findDecided(db, cursor, limit + 1),
          cursor ? cursor.total : appealsStore.countDecided(db, COUNT_UP_TO + 1),
        ],
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const at = state === 'open' ? last?.due_at : last?.decided_at;
  const total = Math.min(counted, COUNT_UP_TO);
  const totalRelation = counted > COUNT_UP_TO ? 'gte' : 'eq';
  const nextCursor = last && at ? encodeCursor({ at, id: last.id, total: counted }) : null;
  return { appeals: await describeAppeals(db, shown), pagination: { total, totalRelation, nextCursor } };
}

/** How many wait and how many of them are overdue, counted up to `most`, and since when the first due does. */
export const countWaitingAppeals = ({ db, clock }: App, most: number) =>
  appealsStore.countWaiting(db, clock.now(), most);
