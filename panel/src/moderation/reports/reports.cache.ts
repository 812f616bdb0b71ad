import type { ListedReport, Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { ReportFilters } from '../queue/reports-list.filters.ts';
import { moveReport, type ReportPages, type Unmatched } from '../queue/reports-list.pages.ts';
import { reportsKeys } from './reports.keys.ts';

/** The fields of a report that a list has. */
export function toListed(report: ListedReport): ListedReport {
  const { _id, reporter, itemType, reportedItem, reason, description, status, createdAt, version, accountId } = report;
  const fields = { _id, reporter, itemType, reportedItem, reason, description, status, createdAt, version, accountId };
  return report.subject ? { ...fields, subject: report.subject } : fields;
}

/** The id of a report's subject; undefined if the backend does not send it. */
export function itemIdOf({ reportedItem }: Pick<Report, 'reportedItem'>): string | undefined {
  return (reportedItem instanceof Object ? reportedItem._id : reportedItem) || undefined;
}

/** The report in a cached list or detail; undefined if it is not in memory. */
export function findReport(client: QueryClient, id: string): ListedReport | undefined {
  for (const [, data] of client.getQueriesData<ReportPages>({ queryKey: reportsKeys.lists })) {
    const found = data?.pages.flatMap((page) => page.rows ?? []).find((report) => report._id === id);
    if (found) return found;
  }
  return client.getQueryData(reportsKeys.detail(id))?.data;
}

/** Stores that a report is deleted, for selections that include it. */
export function rememberRemoved(client: QueryClient, id: string): void {
  client.setQueryData<readonly string[]>(reportsKeys.removed, (ids = []) => (ids.includes(id) ? ids : [...ids, id]));
}

/**
 * Applies a report's change to every cached list and to its detail.
 * @param after undefined once it is deleted
 */
export function showReport(
  client: QueryClient,
  before: Report | undefined,
  after: Report | undefined,
  unmatched: Unmatched = 'leaves',
): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: reportsKeys.lists })) {
    const filters = queryKey[reportsKeys.lists.length] as ReportFilters;
    client.setQueryData<ReportPages>(queryKey, (data) => data && moveReport(data, filters, before, after, unmatched));
  }
  if (!after) {
    if (before) rememberRemoved(client, before._id);
    return;
  }
  const { status, version } = after;
  client.setQueryData(
    reportsKeys.detail(after._id),
    (held) => held && { ...held, data: { ...held.data, status, version } },
  );
}
