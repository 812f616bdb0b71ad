import { REPORT_LIST_DEFAULT_LIMIT } from '@hai-dang/contract/constants.ts';
import { type CursorPagination, totalRelationSchema } from '@hai-dang/contract/lib/paging.ts';
import { REPORT_STATUSES } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type {
  ListedReport,
  ListReportCasesBody,
  ListReportsBody,
  ReportStatusCounts,
} from '@hai-dang/contract/moderation/reports.schema.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { z } from 'zod';
import type { App } from '../../lib/context.ts';
import { cursorId, cursorInteger, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { Db } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { toSearchTerm } from '../../lib/search/search-term.ts';
import { rangeOfDays } from '../../lib/vietnam-day.ts';
import { toListedReport } from '../reports/reports.mapper.ts';
import { reportsListingStore } from './reports-list.store.ts';
import {
  isOfFewSubjects,
  type ListedReportRow,
  type ListPosition,
  type ReportCriteria,
  type ReportPage,
  statusesOf,
} from './reports-rows.store.ts';
import { type FoundReports, searchReports } from './reports-search.ts';

/** The reports of one user, or of a time, are counted up to this number for each status, one beyond to know that there are more. */
const COUNT_UP_TO = 1_000;

/** The total travels in the cursor: it is worked out once, for the first page. */
const cursorSchema = z.object({
  at: cursorTime,
  id: cursorId,
  isHidden: z.boolean().default(false),
  total: cursorInteger,
  relation: z.enum(totalRelationSchema.options),
  /** Set for a search: see {@link FoundReports.isScanOnly}. */
  scan: z.optional(z.literal(true)),
});

export type Total = Pick<CursorPagination, 'total' | 'totalRelation'>;
type StatusCount = { status: string; count: number };
export type ListedPage = { reports: ListedReport[]; pagination: CursorPagination; counts?: ReportStatusCounts };

/**
 * A page of reports in the order of time; the first page also counts them.
 * @throws {DomainError} INVALID_CURSOR; VALIDATION_FAILED for a subject's id without its type
 */
export async function listReportsByTime({ db, clock }: App, body: ListReportsBody): Promise<ListedPage> {
  const { page, total, isHiddenPast, isScanOnly } = readPage(body, clock.now());
  const { criteria } = page;
  const subject = toSubject(body);
  const term = termOf(body);
  const find = (part: ReportPage) =>
    term === ''
      ? findReports(db, subject, part)
      : searchReports(db, { ...part, term, itemId: subject?.itemId, isScanOnly });
  const isHiddenFirst = page.sort === 'oldest' && !subject;
  const isCounted = term === '' && !total;
  const [found, counted] = await Promise.all([
    isHiddenFirst ? findHiddenFirst(page, isHiddenPast, find) : find(page),
    isCounted ? countReports(db, criteria, subject) : null,
  ]);
  const { shown, pagination } = toShownPage(found, page, total ?? counted?.total);
  return {
    reports: shown.map(toListedReport),
    pagination,
    ...(counted?.counts ? { counts: counted.counts } : {}),
  };
}

/** How many reports each status has under the criteria but the status, unless that is not known exactly, and how many meet them. */
export async function countReports(
  db: Db,
  criteria: ReportCriteria,
  subject: SubjectRef | null,
): Promise<{ total: Total; counts: ReportStatusCounts | null }> {
  const { accountId, reporterId, assignee, since, until, dueBefore, hasOpenAppeal } = criteria;
  const isBySubject = assignee !== undefined || hasOpenAppeal !== undefined;
  const isCapped =
    (subject !== null && isBySubject) ||
    [accountId, reporterId, since, until, dueBefore].some((value) => value !== undefined);
  const count = () => {
    if (isCapped) return reportsListingStore.countByStatusUpTo(db, criteria, COUNT_UP_TO + 1, subject?.itemId);
    if (isBySubject) return reportsListingStore.countByStatusOfSubjects(db, criteria);
    return subject
      ? reportsListingStore.countByStatusOfSubject(db, subject, criteria)
      : reportsListingStore.countByStatus(db, criteria);
  };
  const counted = await count();
  // Numbers that reached the cap are not shown as if they were exact.
  const counts = isCapped && counted.some(exceedsCap) ? null : toCounts(counted);
  return { total: totalOf(counted, statusesOf(criteria), isCapped), counts };
}

/** A page without a search. */
async function findReports(db: Db, subject: SubjectRef | null, page: ReportPage): Promise<FoundReports> {
  const { accountId, reporterId } = page.criteria;
  const isOfFew = subject !== null || isOfFewSubjects(page.criteria);
  const rows =
    isOfFew && accountId === undefined && reporterId === undefined
      ? await reportsListingStore.findPageByFacets(db, subject, page)
      : await reportsListingStore.findPage(db, page, subject?.itemId);
  return { rows, matches: null, isScanOnly: false };
}

/**
 * The page of an order in which the reports of subjects that are hidden until somebody decides come first, which are few,
 * then the others.
 * @param isHiddenPast whether the pages before have shown all of the former
 */
export async function findHiddenFirst(
  page: ReportPage,
  isHiddenPast: boolean,
  find: (part: ReportPage) => Promise<FoundReports>,
): Promise<FoundReports> {
  const partOf = (isHidden: boolean): ReportPage => ({ ...page, criteria: { ...page.criteria, isHidden } });
  if (isHiddenPast) return find(partOf(false));
  const hidden = await find(partOf(true));
  if (hidden.resumeAt) return { ...hidden, resumeAt: { ...hidden.resumeAt, isHidden: true } };
  if (hidden.rows.length >= page.limit) return hidden;
  const others = await find({ ...partOf(false), after: null, limit: page.limit - hidden.rows.length });
  const isCounted = hidden.matches !== null && others.matches !== null;
  return {
    ...others,
    rows: [...hidden.rows, ...others.rows],
    matches: isCounted ? (hidden.matches ?? 0) + (others.matches ?? 0) : null,
  };
}

export function readPage(
  body: ListBody,
  now: Date,
): { page: ReportPage; total: Total | null; isHiddenPast: boolean; isScanOnly: boolean } {
  const cursor = body.cursor ? decodeCursor(body.cursor, cursorSchema) : null;
  return {
    page: {
      criteria: toPageCriteria(body, now),
      sort: body.sort === 'oldest' ? 'oldest' : 'newest',
      after: cursor && { createdAt: cursor.at, id: cursor.id },
      limit: limitOf(body),
    },
    total: cursor && { total: cursor.total, totalRelation: cursor.relation },
    isHiddenPast: cursor !== null && !cursor.isHidden,
    isScanOnly: cursor?.scan === true,
  };
}

/** One row more than the limit shows whether there is a next page. */
export const limitOf = ({ limit }: { limit?: number | undefined }): number => (limit ?? REPORT_LIST_DEFAULT_LIMIT) + 1;

/** The filters and the page of either list; only that of reports one by one has a person. */
type ListBody = ListReportCasesBody & Pick<ListReportsBody, 'accountId' | 'reporterId'>;

/** Reads the wire's filters, in which '', null and absence all mean any. */
export const toPageCriteria = (body: ListBody, now: Date): ReportCriteria => ({
  ...(body.status === 'open' ? { isOpen: true } : body.status ? { status: body.status } : {}),
  ...(body.itemType ? { itemType: body.itemType } : {}),
  ...(body.reason ? { reason: body.reason } : {}),
  ...(body.assignee ? { assignee: body.assignee } : {}),
  ...(body.kind ? { hasOpenAppeal: body.kind === 'appeal' } : {}),
  ...(body.accountId ? { accountId: body.accountId } : {}),
  ...(body.reporterId ? { reporterId: body.reporterId } : {}),
  ...rangeOfDays(body.from, body.to),
  ...(body.isOverdue ? { dueBefore: now } : {}),
});

/** The term that is searched for; '' without one. */
export const termOf = ({ q }: ListBody): string => toSearchTerm(q ?? '').toWellFormed();

function toSubject({ itemType, itemId }: ListReportsBody): SubjectRef | null {
  if (!itemId) return null;
  if (!itemType) throw new DomainError('VALIDATION_FAILED');
  return { itemType, itemId };
}

const positionOf = (row: ListedReportRow | undefined): ListPosition | undefined =>
  row && { createdAt: row.created_at, id: row.id, isHidden: row.hidden_at !== null };

/** The rows of a page that are shown. @param total absent where only what is found is known */
export function toShownPage(
  found: FoundReports,
  { limit }: Pick<ReportPage, 'limit'>,
  total: Total | undefined,
): { shown: ListedReportRow[]; pagination: CursorPagination } {
  const shown = found.rows.slice(0, limit - 1);
  const last = found.rows.length >= limit ? positionOf(shown.at(-1)) : found.resumeAt;
  return { shown, pagination: paginate(total ?? totalOfFound(found, shown.length), last, found.isScanOnly) };
}

const paginate = (total: Total, last: ListPosition | undefined, isScanOnly = false): CursorPagination => ({
  ...total,
  nextCursor: last
    ? encodeCursor({
        at: last.createdAt,
        id: last.id,
        ...(last.isHidden && { isHidden: true }),
        total: total.total,
        relation: total.totalRelation,
        ...(isScanOnly && { scan: true }),
      })
    : null,
});

const totalOfFound = ({ matches }: FoundReports, shown: number): Total =>
  matches === null ? { total: shown, totalRelation: 'gte' } : { total: matches, totalRelation: 'eq' };

export const countOf = (byStatus: StatusCount[], status: string): number =>
  byStatus.find((row) => row.status === status)?.count ?? 0;

const exceedsCap = ({ count }: StatusCount): boolean => count > COUNT_UP_TO;

function totalOf(byStatus: StatusCount[], statuses: readonly string[], isCapped: boolean): Total {
  const counted = byStatus.filter(({ status }) => statuses.includes(status));
  const hasMore = isCapped ? counted.filter(exceedsCap).length : 0;
  const total = counted.reduce((sum, { count }) => sum + count, 0) - hasMore;
  return { total, totalRelation: hasMore > 0 ? 'gte' : 'eq' };
}

function toCounts(byStatus: StatusCount[]): ReportStatusCounts {
  const [pending, reviewing, resolved, rejected] = REPORT_STATUSES;
  return {
    pending: countOf(byStatus, pending),
    reviewing: countOf(byStatus, reviewing),
    resolved: countOf(byStatus, resolved),
    rejected: countOf(byStatus, rejected),
  };
}
