import { REPORT_LIST_DEFAULT_LIMIT } from '@hai-dang/contract/constants.ts';
import { type CursorPagination, totalRelationSchema } from '@hai-dang/contract/lib/paging.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/decisions.schema.ts';
import {
  type ListReportCasesBody,
  type ListReportsBody,
  REPORT_STATUSES,
  type Report,
  type ReportCase,
  type ReportStatusCounts,
} from '@hai-dang/contract/reports/reports.schema.ts';
import { z } from 'zod';
import { cursorId, cursorInteger, cursorTime, decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import type { Db } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { toReport, toReportCase } from '../reports.mapper.ts';
import { type ReportCriteria, type ReportPosition, reportsListingStore } from './reports-list.store.ts';

/** Subjects are counted among as many facets; beyond that the total is "at least". More would cost more than the page. */
const COUNT_CASES_UP_TO = 1_000;

/** The reports of one user are counted up to this number for each status, one beyond to know that there are more. */
const COUNT_USER_UP_TO = 1_000;

/** The total travels in the cursor: it is worked out once, for the first page. */
const cursorSchema = z.object({
  at: cursorTime,
  id: cursorId,
  total: cursorInteger,
  relation: z.enum(totalRelationSchema.options),
  isHidden: z.boolean().default(false),
});

type Total = Pick<CursorPagination, 'total' | 'totalRelation'>;
type Person = Pick<ReportCriteria, 'accountId' | 'reporterId'>;
type StatusCount = { status: string; count: number };

/** Listing reports one by one and by what they report (specification, section 2; the wire contract, HTTP). */
export function createReportListing({ db }: { db: Db }) {
  return {
    /**
     * A page of reports, newest first; the first page also counts them.
     * @throws {DomainError} INVALID_CURSOR; VALIDATION_FAILED for a subject's id without its type
     */
    async listReports(
      body: ListReportsBody,
    ): Promise<{ reports: Report[]; pagination: CursorPagination; counts?: ReportStatusCounts }> {
      const person = toUserRole(body);
      const { page, total } = readPage(body, person);
      const subject = toSubject(body);
      const isOfPerson = Object.keys(person).length > 0;
      const [rows, counted] = await Promise.all([
        subject && !isOfPerson
          ? reportsListingStore.findPageBySubject(db, subject, page)
          : reportsListingStore.findPage(db, page, subject?.itemId),
        total ? null : countByStatus(page.criteria, subject, isOfPerson),
      ]);
      const known = total ?? totalOf(counted ?? [], page.criteria.status, isOfPerson);
      // Numbers that reached the cap are not shown as if they were exact.
      const byStatus = isOfPerson && counted?.some(exceedsCap) ? null : counted;
      const shown = rows.slice(0, page.limit - 1);
      const last = rows.length >= page.limit ? shown.at(-1) : undefined;
      return {
        reports: shown.map(toReport),
        pagination: paginate(known, last && { createdAt: last.created_at, id: last.id, isHidden: false }),
        ...(byStatus ? { counts: toCounts(byStatus) } : {}),
      };
    },

    /**
     * A page of reported subjects, each with the newest report that meets the filters and the numbers of all its
     * reports; the first page also counts.
     * @throws {DomainError} INVALID_CURSOR
     */
    async listReportCases(
      body: ListReportCasesBody,
    ): Promise<{ cases: ReportCase[]; pagination: CursorPagination; counts?: ReportStatusCounts }> {
      const { page, total } = readPage(body);
      const [rows, byStatus, counted] = await Promise.all([
        reportsListingStore.findCases(db, page),
        total ? null : reportsListingStore.countByStatus(db, page.criteria),
        total ?? countCases(page.criteria),
      ]);
      const shown = rows.slice(0, page.limit - 1);
      const last = rows.length >= page.limit ? shown.at(-1) : undefined;
      return {
        cases: shown.map(toReportCase),
        pagination: paginate(
          counted,
          last && { createdAt: last.newest_at, id: last.id, isHidden: last.hidden_at !== null },
        ),
        ...(byStatus ? { counts: toCounts(byStatus) } : {}),
      };
    },
  };

  function countByStatus(
    criteria: ReportCriteria,
    subject: SubjectRef | null,
    isOfPerson: boolean,
  ): Promise<StatusCount[]> {
    if (isOfPerson)
      return reportsListingStore.countByStatusForUser(db, criteria, COUNT_USER_UP_TO + 1, subject?.itemId);
    return subject
      ? reportsListingStore.countByStatusOfSubject(db, subject, criteria)
      : reportsListingStore.countByStatus(db, criteria);
  }

  async function countCases(criteria: ReportCriteria): Promise<Total> {
    const { subjects, isAll } = await reportsListingStore.countCases(db, criteria, COUNT_CASES_UP_TO);
    return { total: subjects, totalRelation: isAll ? 'eq' : 'gte' };
  }
}

function readPage(body: ListReportCasesBody, person: Person = {}) {
  const cursor = body.cursor ? decodeCursor(body.cursor, cursorSchema) : null;
  const total: Total | null = cursor && { total: cursor.total, totalRelation: cursor.relation };
  return {
    page: {
      criteria: { ...toCriteria(body), ...person },
      after: cursor && { createdAt: cursor.at, id: cursor.id, isHidden: cursor.isHidden },
      // One row more than the limit shows whether there is a next page.
      limit: (body.limit ?? REPORT_LIST_DEFAULT_LIMIT) + 1,
    },
    total,
  };
}

/** Reads the wire's filters, in which '', null and absence all mean any. */
const toCriteria = ({ status, itemType, reason }: ListReportCasesBody): ReportCriteria => ({
  ...(status ? { status } : {}),
  ...(itemType ? { itemType } : {}),
  ...(reason ? { reason } : {}),
});

const toUserRole = ({ accountId, reporterId }: ListReportsBody): Person => ({
  ...(accountId ? { accountId } : {}),
  ...(reporterId ? { reporterId } : {}),
});

function toSubject({ itemType, itemId }: ListReportsBody): SubjectRef | null {
  if (!itemId) return null;
  if (!itemType) throw new DomainError('VALIDATION_FAILED');
  return { itemType, itemId };
}

const paginate = (total: Total, last: ReportPosition | undefined): CursorPagination => ({
  ...total,
  nextCursor: last
    ? encodeCursor({
        at: last.createdAt,
        id: last.id,
        total: total.total,
        relation: total.totalRelation,
        isHidden: last.isHidden,
      })
    : null,
});

const countOf = (byStatus: StatusCount[], status: string): number =>
  byStatus.find((row) => row.status === status)?.count ?? 0;

const sumOf = (byStatus: StatusCount[], status: string | undefined): number =>
  status === undefined ? byStatus.reduce((sum, { count }) => sum + count, 0) : countOf(byStatus, status);

const exceedsCap = ({ count }: StatusCount): boolean => count > COUNT_USER_UP_TO;

function totalOf(byStatus: StatusCount[], status: string | undefined, isOfPerson: boolean): Total {
  const counted = byStatus.filter((row) => status === undefined || row.status === status);
  const hasMore = isOfPerson && counted.some(exceedsCap);
  const total = sumOf(byStatus, status);
  return hasMore
    ? { total: total - counted.filter(exceedsCap).length, totalRelation: 'gte' }
    : { total, totalRelation: 'eq' };
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
