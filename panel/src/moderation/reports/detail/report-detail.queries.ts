import type { ReportItemType } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { reportsKeys } from '../reports.keys.ts';
import { fetchReportedItem, fetchReporter, fetchReportsOfItem, fetchRules } from './report-detail.api.ts';

/** The statuses of a backend for an unknown or invalid id. */
const NO_SUCH_STATUSES: readonly number[] = [400, 404];

/** The reporter by id; null if no account has it. */
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

/** The subject of a report by id. */
export function useItemById(itemType: string, id: string) {
  return useQuery({
    queryKey: reportsKeys.item(itemType, id),
    queryFn: ({ signal }) => fetchReportedItem(itemType, id, signal),
  });
}

/** The reports of one subject, newest first, with more pages on demand. */
export function useReportsOfItem(itemType: ReportItemType, itemId: string) {
  return useInfiniteQuery({
    queryKey: reportsKeys.ofItem(itemType, itemId),
    queryFn: ({ pageParam, signal }) => fetchReportsOfItem(itemType, itemId, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The rules that a report can name, the most severe first. */
export const useRules = () =>
  useQuery({ queryKey: reportsKeys.rules, queryFn: ({ signal }) => fetchRules(signal) }).data;
