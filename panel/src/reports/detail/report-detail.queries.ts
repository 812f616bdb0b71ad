import type { ReportItemType } from '@hai-dang/contract/reports/reports.schema.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { reportsKeys } from '../reports.keys.ts';
import { fetchReportedItem, fetchReporter, fetchReportsOfItem } from './report-detail.api.ts';

/** What a backend says of an id that is nobody's, or none at all. */
const NO_SUCH_STATUSES: readonly number[] = [400, 404];

/** Who filed a report, by the id; null if it is nobody's. */
export function useReporterById(id: string | undefined) {
  return useQuery({
    queryKey: reportsKeys.reporter(id ?? ''),
    queryFn: async ({ signal }) => {
      try {
        return await fetchReporter(id ?? '', signal);
      } catch (error) {
        if (error instanceof ApiError && NO_SUCH_STATUSES.includes(error.status)) return null;
        throw error;
      }
    },
    enabled: id !== undefined,
  });
}

/** What a report is of, by the id. */
export function useItemById(itemType: string, id: string) {
  return useQuery({
    queryKey: reportsKeys.item(itemType, id),
    queryFn: ({ signal }) => fetchReportedItem(itemType, id, signal),
  });
}

/** The reports of one thing, newest first, read on as one asks for more. */
export function useReportsOfItem(itemType: ReportItemType, itemId: string) {
  return useInfiniteQuery({
    queryKey: reportsKeys.ofItem(itemType, itemId),
    queryFn: ({ pageParam, signal }) => fetchReportsOfItem(itemType, itemId, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
