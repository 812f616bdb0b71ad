import type { ReportFilters } from './list/reports-list.filters.ts';

/** Cache keys of the reports feature. */
export const reportsKeys = {
  all: ['reports'] as const,
  lists: ['reports', 'list'] as const,
  list: (filters: ReportFilters) => [...reportsKeys.lists, filters] as const,
  /** One page of a list again, after it was let go to save memory. */
  listPage: (filters: ReportFilters, cursor: string | null) => ['reports', 'list-page', filters, cursor] as const,
  caseLists: ['reports', 'cases'] as const,
  caseList: (filters: ReportFilters) => [...reportsKeys.caseLists, filters] as const,
  casePage: (filters: ReportFilters, cursor: string | null) => ['reports', 'case-page', filters, cursor] as const,
  /** Reports filed since a list was read. */
  newReports: ['reports', 'new'] as const,
  /** The ids of those deleted while the list was on the screen. */
  removed: ['reports', 'removed'] as const,
  details: ['reports', 'detail'] as const,
  detail: (id: string) => [...reportsKeys.details, id] as const,
  /** The reports of one thing, for the detail. */
  ofItems: ['reports', 'of-item'] as const,
  ofItem: (itemType: string, itemId: string) => [...reportsKeys.ofItems, itemType, itemId] as const,
  /** Who filed a report and what it is of, where a backend tells their ids only. */
  reporter: (id: string) => ['reports', 'reporter', id] as const,
  item: (itemType: string, id: string) => ['reports', 'item', itemType, id] as const,
};

/** What other features keep of accounts and texts, which is out of date once a report has led to an act on them. */
export const ACTED_ON_KEYS = [['users'], ['posts']] as const;

/** The name under which the list's scroll position is kept while a report is open (lib/use-scroll-position.ts). */
export const REPORTS_FEATURE = 'reports';
