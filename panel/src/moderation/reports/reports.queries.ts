import { getReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { ListedReport, ReportCase, ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { queryOrNull, toDataOrNull } from '../../lib/endpoint-query.ts';
import type { Prefetch } from '../../lib/query-client.ts';
import {
  type InfiniteList,
  type InfiniteListOptions,
  prefetchList,
  useInfiniteList,
} from '../../lib/use-infinite-list.ts';
import { rememberedSearch } from '../queue/remembered-list.ts';
import { type ReportFilters, reportListUrl } from '../queue/reports-list.filters.ts';
import { fetchCasePage, fetchReportPage, type ReportListExtra } from './reports.api.ts';
import { reportsKeys } from './reports.keys.ts';

export type ReportList = InfiniteList<ListedReport, ReportListExtra>;
export type CaseList = InfiniteList<ReportCase, ReportListExtra>;

const reportsOf = (filters: ReportFilters): InfiniteListOptions<ListedReport, ReportListExtra> => ({
  queryKey: reportsKeys.list(filters),
  pageKey: (cursor) => reportsKeys.listPage(filters, cursor),
  fetchPage: (cursor, signal) => fetchReportPage(filters, cursor, signal),
  refetchOnFocus: false,
});

const casesOf = (filters: ReportFilters): InfiniteListOptions<ReportCase, ReportListExtra> => ({
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

/** The query of a report with its evidence, for useQuery and for prefetching; null if there is no such report. */
export const reportQuery = (id: string) => ({
  ...queryOrNull(getReport, { params: { id } }),
  select: toDataOrNull<ReportDetail>,
});
