import type { ListedReport } from '@hai-dang/contract/moderation/reports.schema.ts';
import { DueBadge, PriorityNote } from '../../entities/due-badge.tsx';
import { reasonOf } from '../../entities/report-labels.ts';
import { isOpenStatus, StatusBadge } from '../../entities/report-status.tsx';
import { AppealedBadge } from '../../entities/subject-marks.tsx';
import { UserName } from '../../entities/user-name.tsx';
import { formatDateTimeShort } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { type Column, RowLink } from '../../ui/table-row.tsx';
import { assigneeOf } from '../assignments/assignment.cache.ts';
import { RowPeople } from '../assignments/row-people.tsx';
import { reporterName, reporterOf } from '../reports/reporter.ts';
import { removeAction } from '../reports/reports.actions.ts';
import { itemIdOf } from '../reports/reports.cache.ts';
import { reportsStrings } from '../reports/reports.strings.ts';
import { SubjectCell } from './report-subject-cell.tsx';
import { reportsListStrings as strings } from './reports-list.strings.ts';

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
    className: 'flex grow basis-[calc(100%-3rem)] items-center gap-3 sm:basis-[calc(100%-12rem)] xl:basis-auto',
    cell: (report) => {
      const reporter = reporterOf(report);
      return (
        <>
          <Avatar src={reporter?.avatar} size={36} />
          {reporter ? (
            <span className="flex min-w-0 flex-col">
              <UserName name={reporter.username} fallback={reportsStrings.noReporter} className="font-semibold" />
              <bdi className="truncate text-ink-muted text-sm">{reporter.email}</bdi>
            </span>
          ) : (
            <span className="text-ink-muted">{reportsStrings.noReporter}</span>
          )}
        </>
      );
    },
  },
  {
    header: strings.columns.type,
    width: 'minmax(0,1.25fr)',
    className: 'flex flex-col text-sm max-xl:order-2 max-xl:w-full',
    cell: (report, { tabIndex, isExpanded }) => (
      <SubjectCell report={report} tabIndex={tabIndex} isExpanded={isExpanded} onDescribe={onDescribe} />
    ),
  },
  {
    header: strings.columns.reason,
    width: '9rem',
    className: 'text-sm max-xl:order-2',
    cell: (report) => <bdi className="wrap-anywhere">{reasonOf(report)}</bdi>,
  },
  {
    header: strings.columns.status,
    width: '8rem',
    className: 'flex flex-wrap gap-1 max-xl:order-2',
    cell: (report, { tabIndex }) => (
      <>
        <StatusBadge status={report.status} />
        <AppealedBadge isAppealed={report.subject?.hasOpenAppeal} />
        <DueBadge dueAt={isOpenStatus(report.status) ? report.dueAt : null} />
        {showsPriority && <PriorityNote priority={report.priority} dueAt={report.dueAt} tabIndex={tabIndex} />}
        <RowPeople itemType={report.itemType} itemId={itemIdOf(report)} assignee={assigneeOf(report)} />
      </>
    ),
  },
  {
    header: strings.columns.date,
    width: '8.5rem',
    className: 'text-ink-muted text-sm tabular-nums max-xl:order-2',
    cell: ({ createdAt }) => formatDateTimeShort(createdAt),
  },
  {
    header: strings.columns.actions,
    headerClassName: 'text-right',
    width: '8.5rem',
    className: 'flex items-center justify-end gap-1 max-xl:order-1 max-sm:order-3 max-sm:ml-auto',
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
