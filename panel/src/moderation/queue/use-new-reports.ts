import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { InfinitePages } from '../../lib/infinite-pages.ts';
import { reportsKeys } from '../reports/reports.keys.ts';
import { countNewReports, type NewReport } from './new-reports.ts';
import type { ReportQuery } from './reports-list.filters.ts';

const NONE: readonly NewReport[] = [];

/**
 * How many reports were filed since the list was loaded.
 * @param loadedAt when its first page was requested; undefined until it is loaded
 * @param listedIds the reports that are in the list
 */
export function useNewReports(
  { filters, grouping }: ReportQuery,
  loadedAt: number | undefined,
  listedIds: ReadonlySet<string>,
) {
  const client = useQueryClient();
  const { data = NONE } = useQuery<readonly NewReport[]>({
    queryKey: reportsKeys.newReports,
    queryFn: () => NONE,
    enabled: false,
  });
  const count = loadedAt === undefined ? 0 : countNewReports(data, filters, loadedAt, listedIds);

  /** Refetches the list from its top. */
  async function show(): Promise<void> {
    const queryKey = grouping === 'subject' ? reportsKeys.caseList(filters) : reportsKeys.list(filters);
    client.setQueryData<InfinitePages<unknown>>(
      queryKey,
      (pages) => pages && { pages: pages.pages.slice(0, 1), pageParams: pages.pageParams.slice(0, 1) },
    );
    window.scrollTo(0, 0);
    await client.refetchQueries({ queryKey });
  }

  return { count, show };
}
