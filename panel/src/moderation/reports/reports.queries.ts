import type { ListedReport, ReportCase } from '@hai-dang/contract/moderation/reports.schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { orNull } from '../../lib/api-error.ts';
import type { Prefetch } from '../../lib/query-client.ts';
import {
  type InfiniteList,
  type InfiniteListOptions,
  prefetchList,
  useInfiniteList,
} from '../../lib/use-infinite-list.ts';
import { rememberedSearch } from '../queue/remembered-list.ts';
import { type ReportFilters, reportListUrl } from '../queue/reports-list.filters.ts';
import { fetchCasePage, fetchReport, fetchReportPage, type ReportListExtra } from './reports.api.ts';
import { reportsKeys } from './reports.keys.ts';

export type ReportList = InfiniteList<ListedReport, ReportListExtra>;
export type CaseList = InfiniteList<ReportCase, ReportListExtra>;

const reportsOf = (filters: ReportFilters): InfiniteListOptions<ListedReport, ReportListExtra> => ({
  listKey: reportListUrl.format({ filters, isGrouped: false }).toString(),
  queryKey: reportsKeys.list(filters),
  pageKey: (cursor) => reportsKeys.listPage(filters, cursor),
  fetchPage: (cursor, signal) => fetchReportPage(filters, cursor, signal),
  refetchOnFocus: false,
});

const casesOf = (filters: ReportFilters): InfiniteListOptions<ReportCase, ReportListExtra> => ({
  listKey: reportListUrl.format({ filters, isGrouped: true }).toString(),
  queryKey: reportsKeys.caseList(filters),
  pageKey: (cursor) => reportsKeys.casePage(filters, cursor),
  fetchPage: (cursor, signal) => fetchCasePage(filters, cursor, signal),
  refetchOnFocus: false,
});

/** The reports that match the filters. Reports filed later are counted (useNewReports), never inserted. */
export function useReportList(filters: ReportFilters, enabled: boolean): ReportList {
  return useInfiniteList({ ...reportsOf(filters), enabled });
}

/** The same list grouped by subject. */
export function useCaseList(filters: ReportFilters, enabled: boolean): CaseList {
  return useInfiniteList({ ...casesOf(filters), enabled });
}

/** Prefetches the beginning of either list. */
export const prefetchReportList: Prefetch = (client, { params }) => {
  const { filters, isGrouped } = reportListUrl.parse(
    params.size === 0 ? new URLSearchParams(rememberedSearch()) : params,
  );
  return isGrouped ? prefetchList(client, casesOf(filters)) : prefetchList(client, reportsOf(filters));
};

/** The query of a report, for useQuery and for prefetching; null if there is no such report. */
export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: reportsKeys.detail(id),
    queryFn: ({ signal }) => orNull(fetchReport(id, signal)),
  });
