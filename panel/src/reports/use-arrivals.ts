import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListPages } from '../lib/list-pages.ts';
import type { ReportQuery } from './reports.filters.ts';
import { reportsKeys } from './reports.keys.ts';
import type { Arrival } from './reports.realtime.ts';

const NONE: readonly Arrival[] = [];

/** How many reports were filed since the list was read, as far as its filters can let them through. */
export function useArrivals({ filters, isGrouped }: ReportQuery, listedIds: ReadonlySet<string>) {
  const client = useQueryClient();
  const { data = NONE } = useQuery<readonly Arrival[]>({
    queryKey: reportsKeys.arrivals,
    queryFn: () => NONE,
    enabled: false,
  });
  const count = data.filter(
    ({ reportId, itemType, accountId, reporterId }) =>
      (filters.itemType === '' || filters.itemType === itemType) &&
      (filters.status === '' || filters.status === 'pending') &&
      (filters.accountId === '' || filters.accountId === accountId) &&
      (filters.reporterId === '' || filters.reporterId === reporterId) &&
      !listedIds.has(reportId),
  ).length;

  /** Reads the list anew from its top. */
  async function show(): Promise<void> {
    const queryKey = isGrouped ? reportsKeys.caseList(filters) : reportsKeys.list(filters);
    client.setQueryData<ListPages<unknown>>(
      queryKey,
      (pages) => pages && { pages: pages.pages.slice(0, 1), pageParams: pages.pageParams.slice(0, 1) },
    );
    window.scrollTo(0, 0);
    await client.refetchQueries({ queryKey });
    client.setQueryData<readonly Arrival[]>(reportsKeys.arrivals, (arrivals) =>
      arrivals?.filter((arrival) => !data.includes(arrival)),
    );
  }

  return { count, show };
}
