import type { ListedReport, Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { QueryClient } from '@tanstack/react-query';
import { updateRow } from '../../lib/infinite-pages.ts';
import type { ReportFilters } from '../queue/reports-list.filters.ts';
import { type ReportPages, withReport } from '../queue/reports-list.pages.ts';
import { filtersOf, reportsKeys } from './reports.keys.ts';

/** The id of a report's subject; undefined if the backend does not send it. */
export function itemIdOf({ reportedItem }: Pick<Report, 'reportedItem'>): string | undefined {
  return (reportedItem instanceof Object ? reportedItem._id : reportedItem) || undefined;
}

const rowIn = ({ pages }: ReportPages, id: string): ListedReport | undefined =>
  pages.flatMap(({ rows }) => rows ?? []).find(({ _id }) => _id === id);

/** The report in a cached list or detail; undefined if it is not in memory. */
export function findReport(client: QueryClient, id: string): ListedReport | undefined {
  for (const [, data] of client.getQueriesData<ReportPages>({ queryKey: reportsKeys.lists })) {
    const found = data && rowIn(data, id);
    if (found) return found;
  }
  return client.getQueryData(reportsKeys.detail(id))?.data;
}

/** Shows a report's state in every cached list, where its row stays whatever the list's filters, and in its detail. */
export function showState(client: QueryClient, id: string, state: Pick<Report, 'status' | 'version'>): void {
  client.setQueriesData<ReportPages>(
    { queryKey: reportsKeys.lists },
    (data) => data && updateRow(data, id, (row) => ({ ...row, ...state })),
  );
  client.setQueryData(reportsKeys.detail(id), (held) => held && { ...held, data: { ...held.data, ...state } });
}

const gone = (): undefined => undefined;

/**
 * Takes a report out of cached lists.
 * @returns puts its row back
 */
export function takeOut(client: QueryClient, id: string, isOut: (filters: ReportFilters) => boolean): () => void {
  const puts = client.getQueriesData<ReportPages>({ queryKey: reportsKeys.lists }).flatMap(([queryKey, data]) => {
    const filters = filtersOf(queryKey);
    const row = data && isOut(filters) ? rowIn(data, id) : undefined;
    if (!data || !row) return [];
    client.setQueryData<ReportPages>(queryKey, updateRow(data, id, gone));
    return () => client.setQueryData<ReportPages>(queryKey, (now) => now && withReport(now, row, filters.sort));
  });
  return () => {
    for (const put of puts) put();
  };
}

/** Takes a deleted report out of every list, and out of the selections that include it. */
export function dropReport(client: QueryClient, id: string): void {
  takeOut(client, id, () => true);
  client.setQueryData<readonly string[]>(reportsKeys.removed, (ids = []) => (ids.includes(id) ? ids : [...ids, id]));
}

/** Fetches the lists in flight anew: their responses may be older than a change that is known by now. */
export async function restartLoading(client: QueryClient): Promise<void> {
  const loading = client.getQueryCache().findAll({ queryKey: reportsKeys.lists, fetchStatus: 'fetching' });
  for (const { queryKey } of loading) {
    await client.cancelQueries({ queryKey, exact: true });
    void client.refetchQueries({ queryKey, exact: true, type: 'active' });
  }
}
