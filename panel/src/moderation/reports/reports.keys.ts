import type { ReportFilters } from '../queue/reports-list.filters.ts';

/** Query keys of the reports feature. */
export const reportsKeys = {
  all: ['reports'] as const,
  lists: ['reports', 'list'] as const,
  list: (filters: ReportFilters) => [...reportsKeys.lists, filters] as const,
  /** One page of a list that is refetched after it was evicted. */
  listPage: (filters: ReportFilters, cursor: string | null) => ['reports', 'list-page', filters, cursor] as const,
  caseLists: ['reports', 'cases'] as const,
  caseList: (filters: ReportFilters) => [...reportsKeys.caseLists, filters] as const,
  casePage: (filters: ReportFilters, cursor: string | null) => ['reports', 'case-page', filters, cursor] as const,
  /** Reports filed since a list was loaded. */
  newReports: ['reports', 'new'] as const,
  /** The ids of reports deleted while the list was on the screen. */
  removed: ['reports', 'removed'] as const,
  details: ['reports', 'detail'] as const,
  detail: (id: string) => [...reportsKeys.details, id] as const,
  /** The reports of one subject, for the detail. */
  ofItems: ['reports', 'of-item'] as const,
  ofItem: (itemType: string, itemId: string) => [...reportsKeys.ofItems, itemType, itemId] as const,
  /** Administrators to whom a report can be given. */
  colleagues: ['reports', 'colleagues'] as const,
  /** The rules that can be named: those that can be chosen for a decision. */
  rules: ['policies', 'enabled'] as const,
  /** The reporter and the subject, where a backend sends only their ids. */
  reporter: (id: string) => ['reports', 'reporter', id] as const,
  item: (itemType: string, id: string) => ['reports', 'item', itemType, id] as const,
};

/** The cached accounts and content of other features, which a moderation action invalidates. */
export const ACTED_ON_KEYS = [['users'], ['posts'], ['timeline']] as const;

/** The name of the list's scroll position while a report is open (lib/use-scroll-position.ts). */
export const REPORTS_FEATURE = 'reports';
