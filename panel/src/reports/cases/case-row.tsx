import type { ReportCase } from '@hai-dang/contract/reports/reports.schema.ts';
import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { formatDateTimeShort, formatNumber } from '../../lib/format.ts';
import { Link } from '../../lib/link.tsx';
import { ROW_ACTION } from '../../lib/windowed-grid.tsx';
import { classNames } from '../../ui/class-names.ts';
import { GridCell } from '../../ui/grid-cell.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { ROW_CLASS, ROW_LINK_CLASS } from '../list/grid-cell.tsx';
import { reportsListStrings as strings } from '../list/reports-list.strings.ts';
import { itemTypeLabel, reasonLabel } from '../reports.strings.ts';
import { StatusBadge } from '../status-badge.tsx';

export const CASE_COLUMNS = 'xl:grid-cols-[minmax(0,1fr)_7.5rem_11rem_13rem_8.5rem_5.5rem]';

interface CaseRowProps {
  readonly reportCase: ReportCase;
  /** From 0. */
  readonly index: number;
  readonly isTabStop: boolean;
}

/** All reports of one thing. The whole row leads to the newest of them. */
export const CaseRow = memo(function CaseRow({ reportCase, index, isTabStop }: CaseRowProps) {
  const { newest, title, author, itemType, reports, reporters, open } = reportCase;
  const tabIndex = isTabStop ? 0 : -1;
  const shownTitle = title.trim() || strings.untitled;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtualizer, which a table's layout forbids
    <div
      role="row"
      aria-rowindex={index + 2}
      tabIndex={tabIndex}
      data-row={caseId(reportCase)}
      className={classNames(ROW_CLASS, CASE_COLUMNS)}
    >
      <GridCell className="flex grow basis-[calc(100%-8rem)] flex-col xl:basis-auto">
        <bdi className="truncate font-semibold">{shownTitle}</bdi>
        {author?.username && itemType !== 'User' && (
          <PersonName name={author.username} fallback={author.username} className="text-ink-muted text-sm" />
        )}
      </GridCell>
      <GridCell className="text-sm max-xl:order-2">{itemTypeLabel(itemType)}</GridCell>
      <GridCell className="flex flex-col text-sm tabular-nums max-xl:order-2">
        {strings.caseCounts(formatNumber(reports), formatNumber(reporters))}
        <span className="text-ink-muted">{strings.caseOpen(formatNumber(open))}</span>
      </GridCell>
      <GridCell className="flex flex-col items-start gap-1 text-sm max-xl:order-2">
        <bdi className="wrap-anywhere">{reasonLabel(newest.reason)}</bdi>
        <StatusBadge status={newest.status} />
      </GridCell>
      <GridCell className="text-ink-muted text-sm tabular-nums max-xl:order-2">
        {formatDateTimeShort(newest.createdAt)}
      </GridCell>
      <GridCell className="text-right max-xl:order-1">
        <Link
          to={`/admin/reports/${encodeURIComponent(newest._id)}`}
          tabIndex={tabIndex}
          className={ROW_LINK_CLASS}
          {...ROW_ACTION}
        >
          {strings.details}
          <span className="sr-only"> {shownTitle}</span>
          <ChevronRight aria-hidden="true" className="size-4" />
        </Link>
      </GridCell>
    </div>
  );
});

/** Names a case for good. */
export const caseId = ({ itemType, itemId }: Pick<ReportCase, 'itemType' | 'itemId'>): string =>
  `${itemType}:${itemId}`;
