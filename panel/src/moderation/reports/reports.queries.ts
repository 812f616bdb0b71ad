import type { ReportAccount } from '@hai-dang/contract/moderation/report-accounts.schema.ts';
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
import { rememberedSearch, untilRemembered } from '../queue/remembered-list.ts';
import { type ReportFilters, reportListUrl } from '../queue/reports-list.filters.ts';
import { fetchAccountPage, fetchCasePage, fetchReportPage, type ReportListExtra } from './reports.api.ts';
import { reportsKeys } from './reports.keys.ts';

export type ReportList = InfiniteList<ListedReport, ReportListExtra>;
export type AccountList = InfiniteList<ReportAccount, ReportListExtra>;
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

const accountsOf = (filters: ReportFilters): InfiniteListOptions<ReportAccount, ReportListExtra> => ({
  queryKey: reportsKeys.accountList(filters),
  pageKey: (cursor) => reportsKeys.accountPage(filters, cursor),
  fetchPage: (cursor, signal) => fetchAccountPage(filters, cursor, signal),
});

/** The reports that match the filters. Reports filed later are counted (useNewReports), never inserted. */
export function useReportList(filters: ReportFilters, enabled: boolean): ReportList {
  return useInfiniteList({ ...reportsOf(filters), enabled });
}

/** The same list grouped by subject. */
export function useCaseList(filters: ReportFilters, enabled: boolean): CaseList {
  return useInfiniteList({ ...casesOf(filters), enabled });
}

/** The accounts that own what is reported. */
export function useAccountList(filters: ReportFilters, enabled: boolean): AccountList {
  return useInfiniteList({ ...accountsOf(filters), enabled });
}

/** Prefetches the beginning of any of these lists. */
export const prefetchReportList: Prefetch = async (client, { params }) => {
  if (params.size === 0) await untilRemembered();
  const { filters, grouping } = reportListUrl.parse(
    params.size === 0 ? new URLSearchParams(rememberedSearch()) : params,
  );
  if (grouping === 'account') return prefetchList(client, accountsOf(filters));
  return grouping === 'subject' ? prefetchList(client, casesOf(filters)) : prefetchList(client, reportsOf(filters));
};

/** The query of a report with its evidence, for useQuery and for prefetching; null if there is no such report. */
export const reportQuery = (id: string) => ({
  ...queryOrNull(getReport, { params: { id } }),
  select: toDataOrNull<ReportDetail>,
});
