import {
  REPORT_ITEM_TYPES,
  REPORT_STATUS_FILTERS,
  type ReportItemType,
  type ReportStatusFilter,
} from '@hai-dang/contract/moderation/report-fields.schema.ts';
import {
  REPORT_KINDS,
  REPORT_REASONS,
  type Report,
  type ReportKind,
  type ReportReason,
} from '@hai-dang/contract/moderation/reports.schema.ts';
import { isOpenStatus } from '../../entities/report-status.tsx';
import { isDay } from '../../lib/day.ts';
import { idParam } from '../../lib/id-param.ts';
import { cleanTerm } from '../../lib/search-term.ts';
import { choiceParam, defineUrlQuery, textParam } from '../../lib/url-query.ts';

/** A value for each filter; '' means any. */
export interface ReportFilters {
  readonly status: ReportStatusFilter | '';
  readonly itemType: ReportItemType | '';
  readonly reason: ReportReason | '';
  /** The id of the owner of the reported account or content. */
  readonly accountId: string;
  /** The id of the reporter. */
  readonly reporterId: string;
  /** Who handles the subject: 'me', 'none' for open reports that nobody handles, or an id. */
  readonly assignee: string;
  /** Only reports of subjects on which an appeal waits, or on which none does. */
  readonly kind: ReportKind | '';
  /** Occurs in the description, in what is reported, or in the name of its owner or of the reporter. */
  readonly q: string;
  /** The first and the last day of filing, yyyy-MM-dd. */
  readonly from: string;
  readonly to: string;
  /** Only open reports that should have been decided by now. */
  readonly isOverdue: boolean;
  /** '' is the newest first. */
  readonly sort: ListSort | '';
}
/** 'priority' and 'due' list the open ones alone; 'due' and 'reports' are for subjects. */
export type ListSort = 'oldest' | 'priority' | 'due' | 'reports';
export type ReportFilterName = 'status' | 'itemType' | 'reason' | 'kind';

export const GROUPINGS = ['', 'subject', 'account'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The query of the reports list, stored in the URL. */
export interface ReportQuery {
  readonly filters: ReportFilters;
  /** One row for each subject, or for each account that owns some; not with a user filter. */
  readonly grouping: Grouping;
}

export const FILTER_VALUES = {
  status: REPORT_STATUS_FILTERS,
  itemType: REPORT_ITEM_TYPES,
  reason: REPORT_REASONS,
  kind: REPORT_KINDS,
} as const satisfies Record<ReportFilterName, readonly string[]>;
/** The filters that are in the menu of the toolbar. */
const MENU_NAMES = ['itemType', 'reason', 'assignee', 'kind', 'from', 'to', 'isOverdue'] as const;
/** The filters that are shown as chips while they are set: they have no control in sight. */
export const CHIP_NAMES = ['accountId', 'reporterId', ...MENU_NAMES] as const satisfies ReadonlyArray<
  keyof ReportFilters
>;
/** The orders beside the default, of reports one by one and of subjects. */
const SORTS = {
  reports: ['priority', 'oldest'],
  cases: ['priority', 'oldest', 'due', 'reports'],
  accounts: ['priority', 'due'],
} as const satisfies Record<string, readonly ListSort[]>;
/** The orders that a list has. */
export const sortsOf = (grouping: Grouping): readonly ListSort[] =>
  SORTS[grouping === 'account' ? 'accounts' : grouping === 'subject' ? 'cases' : 'reports'];
export const NO_FILTERS: ReportFilters = {
  status: '',
  itemType: '',
  reason: '',
  accountId: '',
  reporterId: '',
  assignee: '',
  kind: '',
  q: '',
  from: '',
  to: '',
  isOverdue: false,
  sort: '',
};

/** One filter; an unknown value means any. */
export function filterOf(name: ReportFilterName, value: string): Partial<ReportFilters> {
  const known: readonly string[] = FILTER_VALUES[name];
  return { [name]: known.find((candidate) => candidate === value) ?? '' };
}

const cleanDay = (text: string): string => (isDay(text) ? text : '');

/** The query in the URL: only values that differ from the defaults; unknown values are ignored. */
export const reportListUrl = defineUrlQuery<ReportFilters & Pick<ReportQuery, 'grouping'>, ReportQuery>(
  {
    status: choiceParam('status', FILTER_VALUES.status),
    itemType: choiceParam('type', FILTER_VALUES.itemType),
    reason: choiceParam('reason', FILTER_VALUES.reason),
    accountId: idParam('about'),
    reporterId: idParam('by'),
    assignee: idParam('assignee'),
    kind: choiceParam('kind', FILTER_VALUES.kind),
    q: textParam('q', cleanTerm),
    from: textParam('from', cleanDay),
    to: textParam('to', cleanDay),
    isOverdue: { name: 'overdue', parse: (text) => text === '1', format: (isOverdue) => (isOverdue ? '1' : '') },
    sort: choiceParam('sort', SORTS.cases),
    grouping: {
      name: 'group',
      parse: (text) => (text === '1' ? 'subject' : text === 'account' ? text : ''),
      format: (grouping) => (grouping === 'subject' ? '1' : grouping),
    },
  },
  ({ grouping: wanted, ...all }) => {
    const grouping = canBeGrouped(all) ? wanted : '';
    const filters = grouping === 'account' ? { ...NO_FILTERS, ...toAccountFilters(all) } : all;
    const hasSort = (sortsOf(grouping) as readonly string[]).includes(filters.sort);
    return { filters: hasSort ? filters : { ...filters, sort: '' }, grouping };
  },
  ({ grouping, filters }) => ({ grouping, ...filters }),
);

/** Whether a day is within a list's days. */
export const isWithinDays = ({ from, to }: ReportFilters, day: string): boolean =>
  (from === '' || day >= from) && (to === '' || day <= to);

/** Whether a list has reports of this status. Of what a list goes by, nothing else changes while it is shown. */
export const hasStatus = ({ status, isOverdue, sort }: ReportFilters, report: Pick<Report, 'status'>): boolean =>
  (status === '' || status === 'open' || status === report.status) &&
  (isOpenStatus(report.status) || !(status === 'open' || isOverdue || sort === 'priority' || sort === 'due'));

/** Whether the server can group such a list by subject. */
export const canBeGrouped = ({ accountId, reporterId }: ReportFilters): boolean => !(accountId || reporterId);

/** The filters of the list of accounts: no words and no days, and open reports alone. */
const toAccountFilters = ({ itemType, reason, assignee, kind, isOverdue, sort }: ReportFilters) => ({
  itemType,
  reason,
  assignee,
  kind,
  isOverdue,
  sort,
});

/** How many filters are set. */
export const countFilters = ({ sort: _, ...filters }: ReportFilters): number =>
  Object.values(filters).filter(Boolean).length;

export const isFiltered = (filters: ReportFilters): boolean => countFilters(filters) > 0;

/** How many filters of the menu are set. */
export const countMenuFilters = (filters: ReportFilters): number => MENU_NAMES.filter((name) => filters[name]).length;

/** Whether the list is a queue of open reports and nothing else: when it is empty, the work is done. */
export const isOpenQueue = (filters: ReportFilters): boolean =>
  (filters.status === 'open' || isOpenStatus(filters.status)) && !isFiltered({ ...filters, status: '' });

/** Keeps only what is set: an older backend may not know the others. */
const onlySet = <const Filters extends object>(filters: Filters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Partial<Filters>;

/** Filters in the request's format; without an order that only subjects have. */
export const toListBody = ({ sort, ...filters }: ReportFilters) =>
  onlySet({ ...filters, sort: sort === 'reports' || sort === 'due' ? '' : sort });

/** The same of the grouped list, which has no people. */
export const toCaseBody = ({ accountId: _, reporterId: __, ...filters }: ReportFilters) => onlySet(filters);

/** The same of the list of accounts. */
export const toAccountBody = (filters: ReportFilters) => {
  const { sort, ...rest } = toAccountFilters(filters);
  return onlySet({ ...rest, sort: sort === 'priority' || sort === 'due' ? sort : '' });
};
