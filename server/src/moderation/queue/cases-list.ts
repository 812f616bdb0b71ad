import { type CursorPagination, totalRelationSchema } from '@hai-dang/contract/lib/paging.ts';
import type {
  ListReportCasesBody,
  ReportCase,
  ReportStatusCounts,
} from '@hai-dang/contract/moderation/reports.schema.ts';
import { z } from 'zod';
import type { App } from '../../lib/context.ts';
import {
  cursorId,
  cursorInteger,
  cursorSignedInteger,
  cursorTime,
  decodeCursor,
  encodeCursor,
} from '../../lib/cursor.ts';
import type { Db } from '../../lib/db/database.ts';
import { toReportCase } from '../reports/reports.mapper.ts';
import { casesListStore, type ReportCaseRow, type SubjectPosition, type SubjectSort } from './cases-list.store.ts';
import { type FoundSubjects, searchSubjects } from './cases-search.ts';
import {
  countReports,
  findHiddenFirst,
  limitOf,
  readPage,
  type Total,
  termOf,
  toPageCriteria,
  toShownPage,
} from './reports-list.ts';
import { isOpenFilter } from './reports-priority.ts';
import type { ReportCriteria, ReportPage } from './reports-rows.store.ts';
import { searchReports } from './reports-search.ts';

/** Subjects are counted among as many facets; beyond that the total is "at least". More would cost more than the page. */
const COUNT_CASES_UP_TO = 1_000;

type CasePage = { rows: ReportCaseRow[]; pagination: CursorPagination };
type Counting = (() => Promise<Total>) | undefined;

/**
 * A page of reported subjects, each with the newest report that meets the filters and the numbers of all its
 * reports; the first page also counts. A page may be short and have a next one.
 * @throws {DomainError} INVALID_CURSOR
 */
export async function listReportCases(
  app: App,
  body: ListReportCasesBody,
): Promise<{ cases: ReportCase[]; pagination: CursorPagination; counts?: ReportStatusCounts }> {
  const { db } = app;
  const sort = sortOf(body);
  const isOpenOnly = sort === 'priority' || sort === 'due';
  const criteria = { ...toPageCriteria(body, app.clock.now()), ...(isOpenOnly ? { isOpen: true } : {}) };
  const isCounted = !body.cursor && termOf(body) === '';
  const count: Counting = isCounted ? () => countCases(db, criteria) : undefined;
  const [{ rows, pagination }, ofReports] = await Promise.all([
    sort === 'newest' || sort === 'oldest'
      ? findByTime(app, body, count)
      : findBySubject(db, body, { sort, criteria }, count),
    isCounted ? countReports(db, criteria, null) : null,
  ]);
  return {
    cases: rows.map(toReportCase),
    pagination,
    ...(ofReports?.counts ? { counts: ofReports.counts } : {}),
  };
}

/** The order that a list has: what is closed has neither a priority nor a due time. */
const sortOf = ({ sort, status }: ListReportCasesBody): SubjectSort | 'newest' | 'oldest' =>
  !sort || ((sort === 'priority' || sort === 'due') && !isOpenFilter(status)) ? 'newest' : sort;

/** In the order of the newest or the oldest report that meets the filters, hidden subjects first. */
async function findByTime(app: App, body: ListReportCasesBody, count: Counting): Promise<CasePage> {
  const { db } = app;
  const sort = body.sort === 'oldest' ? 'oldest' : 'newest';
  const { page, total, isHiddenPast, isScanOnly } = readPage({ ...body, sort }, app.clock.now());
  const { criteria } = page;
  const term = termOf(body);
  const isByFacets = sort === 'newest' && term === '' && !criteria.since && !criteria.until;
  const search = (part: ReportPage) => searchReports(db, { ...part, term, isPerSubject: true, isScanOnly });
  const [found, counted] = await Promise.all([
    isByFacets
      ? casesListStore.findNewest(db, page, isHiddenPast).then((rows) => ({ rows, matches: null, isScanOnly: false }))
      : findHiddenFirst(page, isHiddenPast, search),
    count?.(),
  ]);
  const { shown, pagination } = toShownPage(found, page, total ?? counted);
  return { rows: await casesListStore.findCases(db, shown, { criteria, term }), pagination };
}

const totalFields = { total: cursorInteger, relation: z.enum(totalRelationSchema.options) };
const positionFields = {
  isHidden: z.boolean().default(false),
  itemType: cursorId,
  itemId: cursorId,
  /** Set for a search: the indexes cannot answer. */
  scan: z.optional(z.literal(true)),
  ...totalFields,
};
/** Each order names its value, so that no other one reads its cursor. */
const cursorSchemas = {
  reports: z
    .object({ reports: cursorInteger, ...positionFields })
    .transform(({ reports: value, ...rest }) => ({ value, ...rest })),
  priority: z
    .object({ priority: cursorSignedInteger, ...positionFields })
    .transform(({ priority: value, ...rest }) => ({ value, ...rest })),
  due: z.object({ due: cursorTime, ...positionFields }).transform(({ due: value, ...rest }) => ({ value, ...rest })),
};

/** In an order of the subjects themselves. */
async function findBySubject(
  db: Db,
  body: ListReportCasesBody,
  { sort, criteria }: { sort: SubjectSort; criteria: ReportCriteria },
  count: Counting,
): Promise<CasePage> {
  const cursor = body.cursor ? decodeCursor(body.cursor, cursorSchemas[sort]) : null;
  const term = termOf(body);
  const limit = limitOf(body);
  const page = { sort, criteria, term, after: cursor, limit };
  const [found, counted] = await Promise.all([searchSubjects(db, page, cursor?.scan === true), count?.()]);
  const shown = found.rows.slice(0, limit - 1);
  const next = found.rows.length >= limit ? positionOf(shown.at(-1), sort) : found.resumeAt;
  const known = cursor ? { total: cursor.total, totalRelation: cursor.relation } : counted;
  const total = known ?? totalOfFound(found, shown.length);
  return { rows: shown, pagination: { ...total, nextCursor: next ? toCursor(next, sort, total, found) : null } };
}

const positionOf = (row: ReportCaseRow | undefined, sort: SubjectSort): SubjectPosition | undefined =>
  row && {
    isHidden: row.hidden_at !== null,
    value: { reports: row.reports, priority: row.priority ?? 0, due: row.due_at ?? new Date(0) }[sort],
    itemType: row.subject_type,
    itemId: row.subject_id,
  };

const totalOfFound = ({ matches }: FoundSubjects, shown: number): Total =>
  matches === null ? { total: shown, totalRelation: 'gte' } : { total: matches, totalRelation: 'eq' };

const toCursor = (
  { value, ...position }: SubjectPosition,
  sort: SubjectSort,
  { total, totalRelation: relation }: Total,
  { isScanOnly }: FoundSubjects,
): string => encodeCursor({ ...position, [sort]: value, total, relation, ...(isScanOnly && { scan: true }) });

async function countCases(db: Db, criteria: ReportCriteria): Promise<Total> {
  const { subjects, isAll } = await casesListStore.countCases(db, criteria, COUNT_CASES_UP_TO);
  return { total: subjects, totalRelation: isAll ? 'eq' : 'gte' };
}
