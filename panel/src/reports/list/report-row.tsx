import type { Report } from '@hai-dang/contract/reports/reports.schema.ts';
import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { formatDateTimeShort } from '../../lib/format.ts';
import { Link } from '../../lib/link.tsx';
import { ROW_ACTION } from '../../lib/windowed-grid.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { GridCell } from '../../ui/grid-cell.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { reporterName, reporterOf } from '../reporter.ts';
import { itemTypeLabel, reasonLabel, reportsStrings } from '../reports.strings.ts';
import { StatusBadge } from '../status-badge.tsx';
import { ROW_CLASS, ROW_LINK_CLASS } from './grid-cell.tsx';
import { reportsListStrings as strings } from './reports-list.strings.ts';

export const REPORT_COLUMNS = 'xl:grid-cols-[1.5rem_minmax(0,1fr)_7.5rem_9rem_8rem_8.5rem_8.5rem]';

interface ReportRowProps {
  readonly report: Report;
  /** From 0. */
  readonly index: number;
  readonly isTabStop: boolean;
  readonly isSelected: boolean;
  /** What has become of it while it was shown. */
  readonly remark: string | undefined;
  readonly failure: string | undefined;
  readonly onToggle: (report: Report) => void;
  readonly onRemove: (report: Report) => void;
}

/** A report in the list. The whole row leads to it. */
export const ReportRow = memo(function ReportRow({
  report,
  index,
  isTabStop,
  isSelected,
  remark,
  failure,
  onToggle,
  onRemove,
}: ReportRowProps) {
  const reporter = reporterOf(report);
  const name = reporterName(report);
  const tabIndex = isTabStop ? 0 : -1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtualizer, which a table's layout forbids
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={tabIndex}
      data-row={report._id}
      className={classNames(ROW_CLASS, REPORT_COLUMNS)}
    >
      <GridCell className="relative z-10 flex">
        <label className="-m-2 cursor-pointer p-2">
          <input
            type="checkbox"
            tabIndex={tabIndex}
            checked={isSelected}
            onChange={() => onToggle(report)}
            aria-label={strings.select(name)}
            className="block size-4.5 cursor-pointer accent-accent"
          />
        </label>
      </GridCell>
      <GridCell className="flex grow basis-[calc(100%-3rem)] items-center gap-3 sm:basis-[calc(100%-12rem)] xl:basis-auto">
        <Avatar src={reporter?.avatar} size={36} />
        {reporter ? (
          <span className="flex min-w-0 flex-col">
            <PersonName name={reporter.username} fallback={reportsStrings.noReporter} className="font-semibold" />
            <bdi className="truncate text-ink-muted text-sm">{reporter.email}</bdi>
          </span>
        ) : (
          <span className="text-ink-muted">{reportsStrings.noReporter}</span>
        )}
      </GridCell>
      <GridCell className="text-sm max-xl:order-2">{itemTypeLabel(report.itemType)}</GridCell>
      <GridCell className="text-sm max-xl:order-2">
        <bdi className="wrap-anywhere">{reasonLabel(report.reason)}</bdi>
      </GridCell>
      <GridCell className="max-xl:order-2">
        <StatusBadge status={report.status} />
      </GridCell>
      <GridCell className="text-ink-muted text-sm tabular-nums max-xl:order-2">
        {formatDateTimeShort(report.createdAt)}
      </GridCell>
      <GridCell className="flex items-center justify-end gap-1 max-xl:order-1 max-sm:order-3 max-sm:ml-auto">
        <Link
          to={`/admin/reports/${encodeURIComponent(report._id)}`}
          tabIndex={tabIndex}
          className={ROW_LINK_CLASS}
          {...ROW_ACTION}
        >
          {strings.details}
          <span className="sr-only"> {strings.detailsOf(name)}</span>
          <ChevronRight aria-hidden="true" className="size-4" />
        </Link>
        <button
          type="button"
          tabIndex={tabIndex}
          onClick={() => onRemove(report)}
          className="relative z-10 min-h-8 cursor-pointer rounded-md px-2 font-semibold text-red-ink text-sm hover:bg-red-soft"
        >
          {reportsStrings.remove}
          <span className="sr-only"> {strings.detailsOf(name)}</span>
        </button>
      </GridCell>
      {remark !== undefined && (
        <GridCell className="order-3 w-full text-amber-ink text-sm xl:col-span-full xl:pl-9">{remark}</GridCell>
      )}
      {failure !== undefined && (
        <GridCell className="order-3 w-full text-red-ink text-sm xl:col-span-full xl:pl-9">{failure}</GridCell>
      )}
    </div>
  );
});
