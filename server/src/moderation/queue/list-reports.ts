import type { ListedReport, ListReportsBody } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { App } from '../../lib/context.ts';
import type { Db } from '../../lib/db/database.ts';
import { toListedReport } from '../reports/reports.mapper.ts';
import { reportsListingStore } from './reports-list.store.ts';
import { countOf, type ListedPage, listReportsByTime } from './reports-list.ts';
import { isByPriority, listReportsByPriority } from './reports-priority.ts';
import { reportsSearchStore } from './reports-search.store.ts';

/**
 * A page of reports in the order that is asked for; the first page also counts them (specification, section 2).
 * @throws {DomainError} INVALID_CURSOR; VALIDATION_FAILED for a subject's id without its type
 */
export const listReports = (app: App, body: ListReportsBody): Promise<ListedPage> =>
  isByPriority(body) ? listReportsByPriority(app, body) : listReportsByTime(app, body);

/** A report as the list shows it; null where there is none. */
export async function findListedReport(db: Db, id: string): Promise<ListedReport | null> {
  const [row] = await reportsSearchStore.findRows(db, [id], { sort: 'newest' });
  return row ? toListedReport(row) : null;
}

/** How many reports nobody has looked at, since when the oldest of them waits, and how many are under review. */
export async function countWaitingReports(db: Db): Promise<{ count: number; since: Date | null; reviewing: number }> {
  const [byStatus, since] = await Promise.all([
    reportsListingStore.countByStatus(db, {}),
    reportsListingStore.findOldest(db, 'pending'),
  ]);
  return { count: countOf(byStatus, 'pending'), since, reviewing: countOf(byStatus, 'reviewing') };
}

/** How many subjects with open reports are overdue, counted up to `most`, and since when the first of them is. */
export const countOverdueSubjects = ({ db, clock }: App, most: number) =>
  reportsListingStore.countOverdue(db, clock.now(), most);
