import { REPORT_LIST_DEFAULT_LIMIT } from '@hai-dang/contract/constants.ts';
import { type CursorPagination, totalRelationSchema } from '@hai-dang/contract/lib/paging.ts';
import {
  type ListReportCasesBody,
  type ListReportsBody,
  REPORT_STATUSES,
  type Report,
  type ReportCase,
  type ReportStatusCounts,
} from '@hai-dang/contract/reports/reports.schema.ts';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';
import type { Db } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { ReportCriteria, ReportedThing, ReportPosition, ReportsListingStore } from './reports.listing.store.ts';
import { toReport, toReportCase } from './reports.mapper.ts';

/** Things are counted among as many facets; beyond that the answer says "at least". More would cost more than the page. */
const COUNT_CASES_UP_TO = 1_000;

/** The total travels in the cursor: it is worked out once, for the first page. */
const cursorSchema = z.object({
  at: z.iso.datetime().transform((text) => new Date(text)),
  id: z.string().max(64),
  total: z.int().nonnegative(),
  relation: z.enum(totalRelationSchema.options),
});

type Total = Pick<CursorPagination, 'total' | 'totalRelation'>;
type StatusCount = { status: string; count: number };

/** Listing reports one by one and by what they report (specification, section 2; the wire contract, HTTP). */
export function createReportListing({ db, store }: { db: Db; store: ReportsListingStore }) {
  return {
    /**
     * A page of reports, newest first; the first page also counts them.
     * @throws {DomainError} INVALID_CURSOR; VALIDATION_FAILED for a thing's id without its type
     */
    async listReports(
      body: ListReportsBody,
    ): Promise<{ reports: Report[]; pagination: CursorPagination; counts?: ReportStatusCounts }> {
      const { page, total } = readPage(body);
      const thing = toThing(body);
      const [rows, byStatus] = await Promise.all([
        thing ? store.findPageOfThing(db, thing, page) : store.findPage(db, page),
        total
          ? null
          : thing
            ? store.countByStatusOfThing(db, thing, page.criteria)
            : store.countByStatus(db, page.criteria),
      ]);
      const known = total ?? { total: sumOf(byStatus ?? [], page.criteria.status), totalRelation: 'eq' };
      const shown = rows.slice(0, page.limit - 1);
      const last = rows.length >= page.limit ? shown.at(-1) : undefined;
      return {
        reports: shown.map(toReport),
        pagination: paginate(known, last && { createdAt: last.created_at, id: last.id }),
        ...(byStatus ? { counts: toCounts(byStatus) } : {}),
      };
    },

    /**
     * A page of reported things, each with the newest report that meets the filters and the numbers of all its
     * reports; the first page also counts.
     * @throws {DomainError} INVALID_CURSOR
     */
    async listReportCases(
      body: ListReportCasesBody,
    ): Promise<{ cases: ReportCase[]; pagination: CursorPagination; counts?: ReportStatusCounts }> {
      const { page, total } = readPage(body);
      const [rows, byStatus, counted] = await Promise.all([
        store.findCases(db, page),
        total ? null : store.countByStatus(db, page.criteria),
        total ?? countCases(page.criteria),
      ]);
      const shown = rows.slice(0, page.limit - 1);
      const last = rows.length >= page.limit ? shown.at(-1) : undefined;
      return {
        cases: shown.map(toReportCase),
        pagination: paginate(counted, last && { createdAt: last.newest_at, id: last.id }),
        ...(byStatus ? { counts: toCounts(byStatus) } : {}),
      };
    },
  };

  async function countCases(criteria: ReportCriteria): Promise<Total> {
    const { things, isAll } = await store.countCases(db, criteria, COUNT_CASES_UP_TO);
    return { total: things, totalRelation: isAll ? 'eq' : 'gte' };
  }
}

function readPage(body: ListReportCasesBody) {
  const cursor = body.cursor ? decodeCursor(body.cursor, cursorSchema) : null;
  const total: Total | null = cursor && { total: cursor.total, totalRelation: cursor.relation };
  return {
    page: {
      criteria: toCriteria(body),
      after: cursor && { createdAt: cursor.at, id: cursor.id },
      // One more than asked tells whether there is a next page.
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

function toThing({ itemType, itemId }: ListReportsBody): ReportedThing | null {
  if (!itemId) return null;
  if (!itemType) throw new DomainError('VALIDATION_FAILED');
  return { itemType, itemId };
}

const paginate = (total: Total, last: ReportPosition | undefined): CursorPagination => ({
  ...total,
  nextCursor: last
    ? encodeCursor({ at: last.createdAt, id: last.id, total: total.total, relation: total.totalRelation })
    : null,
});

const countOf = (byStatus: StatusCount[], status: string): number =>
  byStatus.find((row) => row.status === status)?.count ?? 0;

const sumOf = (byStatus: StatusCount[], status: string | undefined): number =>
  status === undefined ? byStatus.reduce((sum, { count }) => sum + count, 0) : countOf(byStatus, status);

function toCounts(byStatus: StatusCount[]): ReportStatusCounts {
  const [pending, reviewing, resolved, rejected] = REPORT_STATUSES;
  return {
    pending: countOf(byStatus, pending),
    reviewing: countOf(byStatus, reviewing),
    resolved: countOf(byStatus, resolved),
    rejected: countOf(byStatus, rejected),
  };
}
