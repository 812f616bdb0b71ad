import type { ListedReport } from '@hai-dang/contract/moderation/reports.schema.ts';
import { reasonOf } from '../../entities/report-labels.ts';
import { isOpenStatus } from '../../entities/report-status.tsx';
import { UserName } from '../../entities/user-name.tsx';
import { formatDateTimeShort } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { type Column, RowLink } from '../../ui/table-row.tsx';
import { reporterName, reporterOf } from '../reports/reporter.ts';
import { removeAction } from '../reports/reports.actions.ts';
import { itemIdOf } from '../reports/reports.cache.ts';
import { reportsStrings } from '../reports/reports.strings.ts';
import { ReportSubject } from './report-subject-cell.tsx';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import { RowState, STATE_CELL } from './row-state.tsx';

interface ColumnActions {
  /** Whether rows are in the order of priority, and say what that is the sum of. */
  readonly showsPriority: boolean;
  readonly onToggle: (report: ListedReport) => void;
  readonly onRemove: (report: ListedReport) => void;
  readonly onDescribe: (report: ListedReport) => void;
}

/** The columns of a report, with its actions. */
export const reportColumns = ({
  onToggle,
  onRemove,
  onDescribe,
  showsPriority,
}: ColumnActions): ReadonlyArray<Column<ListedReport>> => [
  {
    width: '1.5rem',
    className: 'relative z-10 flex',
    cell: (report, { tabIndex, isSelected }) => (
      <Checkbox
        label={strings.select(reporterName(report))}
        tabIndex={tabIndex}
        checked={isSelected}
        onChange={() => onToggle(report)}
        className="-m-2 p-2"
      >
        {null}
      </Checkbox>
    ),
  },
  {
    header: strings.columns.reporter,
    width: 'minmax(0,1fr)',
    // On a narrow screen it stands below what is reported, beside the date.
    className: 'flex flex-1 basis-28 items-center gap-2 text-sm max-xl:order-1',
    cell: (report) => {
      const reporter = reporterOf(report);
      return (
        <>
          <Avatar src={reporter?.avatar} size={24} />
          {reporter ? (
            <span
              title={[reporter.username, reporter.email].join(' ')}
              className="flex min-w-0 items-baseline gap-x-2 xl:flex-col"
            >
              <UserName name={reporter.username} fallback={reportsStrings.noReporter} className="shrink-0" />
              <bdi className="max-w-full truncate text-ink-muted text-xs">{reporter.email}</bdi>
            </span>
          ) : (
            <span className="truncate text-ink-muted" title={reportsStrings.noReporter}>
              {reportsStrings.noReporter}
            </span>
          )}
        </>
      );
    },
  },
  {
    header: strings.columns.type,
    width: 'minmax(0,1.75fr)',
    className: 'flex basis-[calc(100%-3rem)] items-center gap-2',
    cell: (report, { tabIndex, isExpanded }) => (
      <ReportSubject report={report} tabIndex={tabIndex} isExpanded={isExpanded} onDescribe={onDescribe} />
    ),
  },
  {
    header: strings.columns.reason,
    width: '8rem',
    className: 'flex-1 basis-24 text-sm max-xl:order-2',
    cell: (report) => (
      <bdi className="wrap-anywhere line-clamp-2" title={reasonOf(report)}>
        {reasonOf(report)}
      </bdi>
    ),
  },
  {
    header: strings.columns.status,
    width: '10rem',
    className: STATE_CELL,
    cell: (report, { tabIndex }) => (
      <RowState
        status={report.status}
        itemType={report.itemType}
        itemId={itemIdOf(report)}
        dueAt={isOpenStatus(report.status) ? report.dueAt : null}
        assignee={report.assignee}
        hasOpenAppeal={report.subject?.hasOpenAppeal}
        priority={showsPriority ? (report.priority ?? null) : undefined}
        tabIndex={tabIndex}
      />
    ),
  },
  {
    header: strings.columns.date,
    width: '7.5rem',
    className: 'text-ink-muted text-sm tabular-nums max-xl:order-1',
    cell: ({ createdAt }) => formatDateTimeShort(createdAt),
  },
  {
    header: strings.columns.actions,
    headerClassName: 'text-right',
    width: '7.5rem',
    className: 'flex items-center justify-end max-xl:order-3 max-xl:ml-auto',
    cell: (report, { tabIndex }) => {
      const name = strings.detailsOf(reporterName(report));
      return (
        <>
          <RowLink
            to={`/admin/reports/${encodeURIComponent(report._id)}`}
            tabIndex={tabIndex}
            label={strings.details}
            name={name}
            className="min-h-8"
          />
          <button
            type="button"
            tabIndex={tabIndex}
            onClick={() => onRemove(report)}
            className="relative z-10 min-h-8 cursor-pointer rounded-md px-2 font-semibold text-red-ink text-sm hover:bg-red-soft"
          >
            {removeAction.label}
            <span className="sr-only"> {name}</span>
          </button>
        </>
      );
    },
  },
];
