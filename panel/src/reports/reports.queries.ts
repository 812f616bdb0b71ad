import type { Report, ReportCase } from '@hai-dang/contract/reports/reports.schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { type PagedList, usePagedList } from '../lib/use-paged-list.ts';
import { fetchCasePage, fetchReport, fetchReportPage, type ReportListExtra } from './reports.api.ts';
import { formatReportQuery, type ReportFilters } from './reports.filters.ts';
import { reportsKeys } from './reports.keys.ts';

const NOT_FOUND = 404;

export type ReportList = PagedList<Report, ReportListExtra>;
export type CaseList = PagedList<ReportCase, ReportListExtra>;

/** The reports that pass the filters. What has been filed since is told of (see useArrivals), never pushed in. */
export function useReportList(filters: ReportFilters, isWanted: boolean): ReportList {
  return usePagedList({
    subject: formatReportQuery({ filters, isGrouped: false }).toString(),
    queryKey: reportsKeys.list(filters),
    pageKey: (cursor) => reportsKeys.listPage(filters, cursor),
    fetchPage: (cursor, signal) => fetchReportPage(filters, cursor, signal),
    isWanted,
    refetchOnFocus: false,
  });
}

/** The same, one row for each reported thing. */
export function useCaseList(filters: ReportFilters, isWanted: boolean): CaseList {
  return usePagedList({
    subject: formatReportQuery({ filters, isGrouped: true }).toString(),
    queryKey: reportsKeys.caseList(filters),
    pageKey: (cursor) => reportsKeys.casePage(filters, cursor),
    fetchPage: (cursor, signal) => fetchCasePage(filters, cursor, signal),
    isWanted,
    refetchOnFocus: false,
  });
}

/** How a report is read, for useQuery and for fetching ahead; null if there is no such report. */
export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: reportsKeys.detail(id),
    queryFn: async ({ signal }) => {
      try {
        return await fetchReport(id, signal);
      } catch (error) {
        if (error instanceof ApiError && error.status === NOT_FOUND) return null;
        throw error;
      }
    },
  });
