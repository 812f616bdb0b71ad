import { type CursorPagination, totalRelationSchema } from '@hai-dang/contract/lib/paging.ts';
import type {
  ListReportCasesBody,
  ReportCase,
  ReportStatusCounts,
} from '@hai-dang/contract/moderation/reports.schema.ts';
import { z } from 'zod';
import { cursorId, cursorInteger, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { Db } from '../../lib/db/database.ts';
import { toReportCase } from '../reports/reports.mapper.ts';
import { casesListStore, type MostReportedPosition, type ReportCaseRow } from './cases-list.store.ts';
import { countReports, limitOf, type Total, toCriteria } from './reports-list.ts';
import type { ReportCriteria } from './reports-rows.store.ts';

/** Subjects are counted among as many facets; beyond that the total is "at least". More would cost more than the page. */
const COUNT_CASES_UP_TO = 1_000;
/** How many subjects in the order of their reports are looked at for a page. */
const MOST_REPORTED_WINDOW = 5_000;

const totalFields = { total: cursorInteger, relation: z.enum(totalRelationSchema.options) };
const isHidden = z.boolean().default(false);
const newestCursorSchema = z.object({ at: cursorTime, id: cursorId, isHidden, ...totalFields });
const mostReportedCursorSchema = z.object({
  isHidden,
  reports: cursorInteger,
  itemType: cursorId,
  itemId: cursorId,
  ...totalFields,
});

/** A page of rows, of which one more than the limit may be there, and where the next one begins. */
interface CasePage {
  rows: ReportCaseRow[];
  /** The total that the cursor has; null on the first page. */
  total: Total | null;
  /** The position after the last row that is shown, or after the last one that was looked at. */
  next: (shown: ReportCaseRow | undefined) => Promise<object | undefined> | object | undefined;
}

/**
 * A page of reported subjects, each with the newest report that meets the filters and the numbers of all its
 * reports; the first page also counts. In the order of the number of reports a page may be short and have a next one.
 * @throws {DomainError} INVALID_CURSOR
 */
export async function listReportCases(
  db: Db,
  body: ListReportCasesBody,
): Promise<{ cases: ReportCase[]; pagination: CursorPagination; counts?: ReportStatusCounts }> {
  const criteria = toCriteria(body);
  const [{ rows, total, next }, ofReports, counted] = await Promise.all([
    (body.sort === 'reports' ? findMostReported : findNewest)(db, body, criteria),
    body.cursor ? null : countReports(db, criteria, null, []),
    body.cursor ? null : countCases(db, criteria),
  ]);
  const limit = limitOf(body) - 1;
  const shown = rows.slice(0, limit);
  const known = total ?? counted ?? { total: shown.length, totalRelation: 'gte' };
  const position = await next(rows.length > limit ? shown.at(-1) : undefined);
  return {
    cases: shown.map(toReportCase),
    pagination: {
      ...known,
      nextCursor: position ? encodeCursor({ ...position, total: known.total, relation: known.totalRelation }) : null,
    },
    ...(ofReports?.counts ? { counts: ofReports.counts } : {}),
  };
}

async function findNewest(db: Db, body: ListReportCasesBody, criteria: ReportCriteria): Promise<CasePage> {
  const cursor = body.cursor ? decodeCursor(body.cursor, newestCursorSchema) : null;
  const after = cursor && { createdAt: cursor.at, id: cursor.id, isHidden: cursor.isHidden };
  return {
    rows: await casesListStore.findNewest(db, { criteria, after, limit: limitOf(body) }),
    total: cursor && { total: cursor.total, totalRelation: cursor.relation },
    next: (last) => last && { at: last.newest_at, id: last.id, isHidden: last.hidden_at !== null },
  };
}

async function findMostReported(db: Db, body: ListReportCasesBody, criteria: ReportCriteria): Promise<CasePage> {
  const cursor = body.cursor ? decodeCursor(body.cursor, mostReportedCursorSchema) : null;
  const page = { criteria, after: cursor satisfies MostReportedPosition | null, limit: limitOf(body) };
  return {
    rows: await casesListStore.findMostReported(db, page, MOST_REPORTED_WINDOW),
    total: cursor && { total: cursor.total, totalRelation: cursor.relation },
    next: (last) =>
      last
        ? {
            isHidden: last.hidden_at !== null,
            reports: last.reports,
            itemType: last.subject_type,
            itemId: last.subject_id,
          }
        : casesListStore.endOfMostReported(db, page, MOST_REPORTED_WINDOW),
  };
}

async function countCases(db: Db, criteria: ReportCriteria): Promise<Total> {
  const { subjects, isAll } = await casesListStore.countCases(db, criteria, COUNT_CASES_UP_TO);
  return { total: subjects, totalRelation: isAll ? 'eq' : 'gte' };
}
