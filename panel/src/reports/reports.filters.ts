import {
  REPORT_ITEM_TYPES,
  REPORT_REASONS,
  REPORT_STATUSES,
  type Report,
  type ReportItemType,
  type ReportReason,
  type ReportStatus,
} from '@hai-dang/contract/reports/reports.schema.ts';

/** A value for each filter; '' means any. */
export interface ReportFilters {
  readonly status: ReportStatus | '';
  readonly itemType: ReportItemType | '';
  readonly reason: ReportReason | '';
}
export type ReportFilterName = keyof ReportFilters;

/** What the reports list shows: the whole of it stands in the address. */
export interface ReportQuery {
  readonly filters: ReportFilters;
  /** One row for each reported thing. */
  readonly isGrouped: boolean;
}

export const FILTER_VALUES = {
  status: REPORT_STATUSES,
  itemType: REPORT_ITEM_TYPES,
  reason: REPORT_REASONS,
} as const satisfies Record<ReportFilterName, readonly string[]>;
export const FILTER_NAMES = ['status', 'itemType', 'reason'] as const satisfies readonly ReportFilterName[];
export const NO_FILTERS: ReportFilters = { status: '', itemType: '', reason: '' };

const PARAMS = { status: 'status', itemType: 'type', reason: 'reason' } as const satisfies Record<
  ReportFilterName,
  string
>;
const GROUP_PARAM = 'group';

/** The same filters with one changed; what is no value of that filter means any. */
export function withFilter(filters: ReportFilters, name: ReportFilterName, value: string | null): ReportFilters {
  const known: readonly string[] = FILTER_VALUES[name];
  return { ...filters, [name]: known.find((candidate) => candidate === value) ?? '' };
}

/** Reads the address; anything unknown in it is passed over. */
export function parseReportQuery(params: URLSearchParams): ReportQuery {
  return {
    filters: FILTER_NAMES.reduce((found, name) => withFilter(found, name, params.get(PARAMS[name])), NO_FILTERS),
    isGrouped: params.get(GROUP_PARAM) === '1',
  };
}

/** Writes the address: only what differs from the plain list. */
export function formatReportQuery({ filters, isGrouped }: ReportQuery): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of FILTER_NAMES) if (filters[name] !== '') params.set(PARAMS[name], filters[name]);
  if (isGrouped) params.set(GROUP_PARAM, '1');
  return params;
}

/** Whether a report belongs to a list, its status aside: that one the numbers beside the filter tell apart. */
export function matchesBesideStatus(filters: ReportFilters, report: Pick<Report, 'itemType' | 'reason'>): boolean {
  return (
    (filters.itemType === '' || filters.itemType === report.itemType) &&
    (filters.reason === '' || filters.reason === report.reason)
  );
}

/** Whether a report belongs to a list. */
export function matches(filters: ReportFilters, report: Pick<Report, 'status' | 'itemType' | 'reason'>): boolean {
  return (filters.status === '' || filters.status === report.status) && matchesBesideStatus(filters, report);
}

export const isFiltered = (filters: ReportFilters): boolean => FILTER_NAMES.some((name) => filters[name] !== '');
