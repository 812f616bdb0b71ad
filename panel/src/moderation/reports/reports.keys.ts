import {
  getReport,
  listReportAccounts,
  listReportCases,
  listReports,
} from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { QueryKey } from '@tanstack/react-query';
import { keyOf, pagesKeyOf, queryOrNull } from '../../lib/endpoint-query.ts';
import type { ReportFilters } from '../queue/reports-list.filters.ts';

/** Query keys of the reports feature. */
export const reportsKeys = {
  all: ['reports'] as const,
  lists: pagesKeyOf(listReports),
  list: (filters: ReportFilters) => [...reportsKeys.lists, filters],
  /** One page of a list that is refetched after it was evicted. */
  listPage: (filters: ReportFilters, cursor: string | null) => [...keyOf(listReports), 'page', filters, cursor],
  caseLists: pagesKeyOf(listReportCases),
  caseList: (filters: ReportFilters) => [...reportsKeys.caseLists, filters],
  casePage: (filters: ReportFilters, cursor: string | null) => [...keyOf(listReportCases), 'page', filters, cursor],
  accountLists: pagesKeyOf(listReportAccounts),
  accountList: (filters: ReportFilters) => [...reportsKeys.accountLists, filters],
  accountPage: (filters: ReportFilters, cursor: string | null) => [
    ...keyOf(listReportAccounts),
    'page',
    filters,
    cursor,
  ],
  /** Reports filed since a list was loaded. */
  newReports: ['reports', 'new'] as const,
  /** The ids of reports deleted while the list was on the screen. */
  removed: ['reports', 'removed'] as const,
  details: keyOf(getReport),
  detail: (id: string) => queryOrNull(getReport, { params: { id } }).queryKey,
  /** The reports of one subject, for the detail. */
  ofItems: [...keyOf(listReports), 'of item'],
  ofItem: ({ itemType, itemId }: SubjectRef) => [...reportsKeys.ofItems, { itemType, itemId }],
  /** The subject, where a backend sends only its id. */
  item: (itemType: string, id: string) => ['reports', 'item', itemType, id] as const,
};

/** The filters of a cached list of reports or of subjects. */
export const filtersOf = (queryKey: QueryKey) => queryKey[reportsKeys.lists.length] as ReportFilters;

/** The cached accounts and content of other features, which a moderation action invalidates. */
export const ACTED_ON_KEYS = [['users'], ['record'], ['posts'], ['timeline']] as const;

/** The name of the list's scroll position while a report is open (lib/use-scroll-position.ts). */
export const REPORTS_FEATURE = 'reports';
