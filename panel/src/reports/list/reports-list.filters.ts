import {
  REPORT_ITEM_TYPES,
  REPORT_REASONS,
  REPORT_STATUSES,
  type Report,
  type ReportItemType,
  type ReportReason,
  type ReportStatus,
} from '@hai-dang/contract/reports/reports.schema.ts';
import { choiceParam, defineUrlQuery, textParam, type UrlParam } from '../../lib/url-query.ts';
import { reporterId } from '../reporter.ts';

/** A value for each filter; '' means any. */
export interface ReportFilters {
  readonly status: ReportStatus | '';
  readonly itemType: ReportItemType | '';
  readonly reason: ReportReason | '';
  /** The id of the owner of the reported account or content. */
  readonly accountId: string;
  /** The id of the reporter. */
  readonly reporterId: string;
}
export type ReportFilterName = 'status' | 'itemType' | 'reason';
/** Filters without a control in the list: links from a user's page set them. */
export type UserFilterName = Exclude<keyof ReportFilters, ReportFilterName>;

/** The query of the reports list, stored in the URL. */
export interface ReportQuery {
  readonly filters: ReportFilters;
  /** One row for each subject; not with a user filter. */
  readonly isGrouped: boolean;
}

export const FILTER_VALUES = {
  status: REPORT_STATUSES,
  itemType: REPORT_ITEM_TYPES,
  reason: REPORT_REASONS,
} as const satisfies Record<ReportFilterName, readonly string[]>;
export const FILTER_NAMES = ['status', 'itemType', 'reason'] as const satisfies readonly ReportFilterName[];
export const USER_FILTER_NAMES = ['accountId', 'reporterId'] as const satisfies readonly UserFilterName[];
export const NO_FILTERS: ReportFilters = { status: '', itemType: '', reason: '', accountId: '', reporterId: '' };

const ID_MAX_CHARS = 64;

/** The same filters with one changed; an unknown value means any. */
export function withFilter(filters: ReportFilters, name: ReportFilterName, value: string | null): ReportFilters {
  const known: readonly string[] = FILTER_VALUES[name];
  return { ...filters, [name]: known.find((candidate) => candidate === value) ?? '' };
}

const idParam = (name: string): UrlParam<string> =>
  textParam(name, (text) => {
    const id = text.trim();
    return id.length > ID_MAX_CHARS ? '' : id;
  });

/** The query in the URL: only values that differ from the defaults; unknown values are ignored. */
export const reportListUrl = defineUrlQuery<ReportFilters & Pick<ReportQuery, 'isGrouped'>, ReportQuery>(
  {
    status: choiceParam('status', FILTER_VALUES.status),
    itemType: choiceParam('type', FILTER_VALUES.itemType),
    reason: choiceParam('reason', FILTER_VALUES.reason),
    accountId: idParam('about'),
    reporterId: idParam('by'),
    isGrouped: { name: 'group', parse: (text) => text === '1', format: (isGrouped) => (isGrouped ? '1' : '') },
  },
  ({ isGrouped, ...filters }) => ({ filters, isGrouped: isGrouped && !isOfUser(filters) }),
  ({ isGrouped, filters }) => ({ isGrouped, ...filters }),
);

/** Whether a report matches a list's filters except the status, which the counts distinguish. */
export function matchesBesideStatus(filters: ReportFilters, report: Omit<Report, 'status'>): boolean {
  return (
    (filters.itemType === '' || filters.itemType === report.itemType) &&
    (filters.reason === '' || filters.reason === report.reason) &&
    (filters.accountId === '' || filters.accountId === report.accountId) &&
    (filters.reporterId === '' || filters.reporterId === reporterId(report))
  );
}

/** Whether a report matches all of a list's filters. */
export function matches(filters: ReportFilters, report: Report): boolean {
  return (filters.status === '' || filters.status === report.status) && matchesBesideStatus(filters, report);
}

export const isOfUser = (filters: ReportFilters): boolean => USER_FILTER_NAMES.some((name) => filters[name] !== '');

export const isFiltered = (filters: ReportFilters): boolean =>
  isOfUser(filters) || FILTER_NAMES.some((name) => filters[name] !== '');
