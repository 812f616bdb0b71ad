import { CircleCheck, Flag, SearchX } from 'lucide-react';
import { ApiError } from '../../lib/api-error.ts';
import { laterPart } from '../../ui/lazy-component.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { REPORTS_FEATURE } from '../reports/reports.keys.ts';
import { isFiltered, isOpenQueue, type ReportQuery } from './reports-list.filters.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';

const ClosedToday = laterPart(() => import('../recent-actions/closed-today.tsx').then((module) => module.ClosedToday));

const NOT_FOUND = 404;
/** Below the breakpoint of the columns, a card of three lines. */
const ROW = 'list-row flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 sm:px-4 xl:grid';

const SKELETON = (
  <div
    aria-hidden="true"
    className={`${ROW} border-line border-b xl:min-h-13 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)_9rem_8rem_5.5rem]`}
  >
    <span className="flex grow basis-[calc(100%-12rem)] items-center gap-3 xl:basis-auto">
      <Skeleton round className="size-9" />
      <span className="flex min-w-0 flex-1 flex-col gap-2">
        <Skeleton className="h-3.5 w-32 max-w-full" />
        <Skeleton className="h-3 w-48 max-w-full" />
      </span>
    </span>
    <Skeleton className="h-4 w-20" />
    <Skeleton className="h-4 w-28 max-xl:hidden" />
    <Skeleton round className="h-6 w-24" />
    <Skeleton className="ml-auto h-4 w-14" />
  </div>
);

/** The common props of the tables of reports and of subjects. */
export const reportTableProps = ({ filters, grouping }: ReportQuery) => ({
  feature: REPORTS_FEATURE,
  wideFrom: 'xl' as const,
  rowClassName: `${ROW} xl:min-h-13 xl:grid-cols-(--columns) xl:py-0`,
  rowHeightPx: { wide: 53, narrow: 137 },
  skeleton: SKELETON,
  empty: isOpenQueue(filters)
    ? { icon: CircleCheck, title: strings.allDone, action: <ClosedToday /> }
    : isFiltered(filters)
      ? { icon: SearchX, title: strings.emptyFiltered, hint: strings.emptyFilteredHint }
      : { icon: Flag, title: strings.empty },
  texts: { loading: strings.loading, loadingMore: strings.loadingMore, end: strings.end, failed: strings.failed },
  errorText: (error: Error) =>
    grouping !== '' && error instanceof ApiError && error.status === NOT_FOUND ? strings.notGrouped : strings.failed,
});
