import type { EventPayload } from '@hai-dang/contract/lib/event.ts';
import type { casesChanged, reportAdded } from '@hai-dang/contract/moderation/reports.events.ts';
import { vietnamDay } from '../../lib/format.ts';
import { isWithinDays, type ReportFilters } from './reports-list.filters.ts';

/** A report that was filed while the panel was open. */
export interface NewReport extends EventPayload<typeof reportAdded> {
  /** When the event was received, by the clock of this device. */
  readonly at: number;
}

/** Older ones are dropped: the count is then a lower bound. */
export const NEW_REPORTS_MAX = 500;

/** Adds a report; a known one is not added again. */
export function withNewReport(reports: readonly NewReport[] | undefined, report: NewReport): readonly NewReport[] {
  return [...withoutNewReport(reports, report.reportId), report].slice(-NEW_REPORTS_MAX);
}

/** Drops a report that has been decided or deleted. */
export const withoutNewReport = (reports: readonly NewReport[] | undefined, reportId: string): readonly NewReport[] =>
  (reports ?? []).filter((report) => report.reportId !== reportId);

/** Drops all reports of a subject. */
export const withoutSubject = (
  reports: readonly NewReport[] | undefined,
  { itemType, itemId }: EventPayload<typeof casesChanged>,
): readonly NewReport[] => (reports ?? []).filter((report) => report.itemType !== itemType || report.itemId !== itemId);

/**
 * How many reports were filed since a list was loaded, as far as its filters are known to match.
 * @param loadedAt when the list's first page was requested
 * @param listedIds the reports of that page, whose response may include a report of an earlier event
 */
export function countNewReports(
  reports: readonly NewReport[],
  filters: ReportFilters,
  loadedAt: number,
  listedIds: ReadonlySet<string>,
): number {
  return reports.filter(
    ({ at, reportId, itemType, accountId, reporterId }) =>
      at >= loadedAt &&
      !filters.isOverdue &&
      isWithinDays(filters, vietnamDay(at)) &&
      (filters.itemType === '' || filters.itemType === itemType) &&
      (filters.status === '' || filters.status === 'open' || filters.status === 'pending') &&
      (filters.accountId === '' || filters.accountId === accountId) &&
      (filters.reporterId === '' || filters.reporterId === reporterId) &&
      !listedIds.has(reportId),
  ).length;
}
