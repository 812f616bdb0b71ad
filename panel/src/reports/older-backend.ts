import type { Report, ReportStatusCounts } from '@hai-dang/contract/reports/reports.schema.ts';
import { matches, matchesBesideStatus, type ReportFilters } from './reports.filters.ts';

/** A plain array in place of `{ success, data }`. */
export function wrapReportList(raw: unknown): unknown {
  return Array.isArray(raw) ? { success: true, data: raw } : raw;
}

/**
 * Filters and counts a whole list here: a backend whose list takes no filters answers everything.
 * @returns the rows that pass, and how many have each status under the other filters
 */
export function filterWholeList(
  reports: readonly Report[],
  filters: ReportFilters,
): { rows: readonly Report[]; counts: ReportStatusCounts } {
  const counts = { pending: 0, reviewing: 0, resolved: 0, rejected: 0 };
  for (const report of reports) {
    if (Object.hasOwn(counts, report.status) && matchesBesideStatus(filters, report)) {
      counts[report.status as keyof ReportStatusCounts] += 1;
    }
  }
  return { rows: reports.filter((report) => matches(filters, report)), counts };
}
