import type { ReportCase } from '@hai-dang/contract/reports/reports.schema.ts';
import { decideAction } from '../../entities/decide.ts';
import { type DecisionRequest, decisionRequest } from '../../entities/decision-request.ts';
import { itemTypeLabel, reasonLabel } from '../../entities/report-labels.ts';
import { StatusBadge } from '../../entities/report-status.tsx';
import { HiddenBadge } from '../../entities/subject-marks.tsx';
import { UserName } from '../../entities/user-name.tsx';
import { useActions, useAriaKeys } from '../../lib/actions.ts';
import { formatDateTimeShort, formatNumber } from '../../lib/format.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { type Column, RowLink } from '../../ui/table-row.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { reportTableProps } from '../list/report-table-props.tsx';
import { listActions } from '../list/reports-list.actions.ts';
import type { ReportQuery } from '../list/reports-list.filters.ts';
import { reportsListStrings as strings } from '../list/reports-list.strings.ts';
import type { CaseList } from '../reports.queries.ts';

const idOf = ({ itemType, itemId }: ReportCase): string => `${itemType}:${itemId}`;

const { caseColumns } = strings;
const titleOf = ({ title }: ReportCase): string => title.trim() || strings.untitled;

const toRequest = (reportCase: ReportCase): DecisionRequest => ({
  subject: { itemType: reportCase.itemType, itemId: reportCase.itemId },
  name: titleOf(reportCase),
  path: `/admin/reports/${encodeURIComponent(reportCase.newest._id)}`,
});

/** All reports of one subject; the link opens the newest of them. */
const COLUMNS: ReadonlyArray<Column<ReportCase>> = [
  {
    header: caseColumns.title,
    width: 'minmax(0,1fr)',
    className: 'flex grow basis-[calc(100%-8rem)] flex-col xl:basis-auto',
    cell: (reportCase) => (
      <>
        <bdi className="truncate font-semibold">{titleOf(reportCase)}</bdi>
        {reportCase.author?.username && reportCase.itemType !== 'User' && (
          <UserName
            name={reportCase.author.username}
            fallback={reportCase.author.username}
            className="text-ink-muted text-sm"
          />
        )}
      </>
    ),
  },
  {
    header: caseColumns.type,
    width: '7.5rem',
    className: 'text-sm max-xl:order-2',
    cell: ({ itemType }) => itemTypeLabel(itemType),
  },
  {
    header: caseColumns.counts,
    width: '11rem',
    className: 'flex flex-col text-sm tabular-nums max-xl:order-2',
    cell: ({ reports, reporters, open, closing = 0 }) => (
      <>
        {strings.caseCounts(formatNumber(reports), formatNumber(reporters))}
        <span className="text-ink-muted">{strings.caseOpen(formatNumber(open))}</span>
        {closing > 0 && <span className="text-ink-muted">{strings.caseClosing(formatNumber(closing))}</span>}
      </>
    ),
  },
  {
    header: caseColumns.newest,
    width: '13rem',
    className: 'flex flex-col items-start gap-1 text-sm max-xl:order-2',
    cell: ({ newest, hiddenAt }) => (
      <>
        <bdi className="wrap-anywhere">{reasonLabel(newest.reason)}</bdi>
        <span className="flex flex-wrap gap-1">
          <StatusBadge status={newest.status} />
          <HiddenBadge hiddenAt={hiddenAt} />
        </span>
      </>
    ),
  },
  {
    header: caseColumns.date,
    width: '8.5rem',
    className: 'text-ink-muted text-sm tabular-nums max-xl:order-2',
    cell: ({ newest }) => formatDateTimeShort(newest.createdAt),
  },
  {
    header: caseColumns.actions,
    headerClassName: 'text-right',
    width: '7.5rem',
    className: 'flex items-center justify-end max-xl:order-1',
    cell: (reportCase, { tabIndex }) => (
      <>
        <RowLink
          to={`/admin/reports/${encodeURIComponent(reportCase.newest._id)}`}
          tabIndex={tabIndex}
          label={strings.details}
          name={titleOf(reportCase)}
          className="min-h-8"
        />
        <IconButton
          icon={decideAction.icon}
          label={`${decideAction.label} ${titleOf(reportCase)}`}
          size="sm"
          tabIndex={tabIndex}
          onClick={() => decisionRequest.set(toRequest(reportCase))}
          className="relative z-10"
        />
      </>
    ),
  },
];

interface CaseTableProps {
  readonly query: ReportQuery;
  readonly search: string;
  readonly list: CaseList;
}

/** The reported subjects as rows, each of which opens its newest report. */
export function CaseTable({ query, search, list }: CaseTableProps) {
  const focus = useRowFocus(list, idOf);
  function decideOnActive(): void {
    const active = list.pages.flatMap((page) => page.rows ?? []).find((row) => idOf(row) === focus.activeId);
    if (active) decisionRequest.set(toRequest(active));
  }
  const actions = useActions([
    { ...listActions.next, run: () => focus.moveBy(1) },
    { ...listActions.previous, run: () => focus.moveBy(-1) },
    listActions.open,
    { ...decideAction, run: decideOnActive },
  ]);
  const keys = useAriaKeys(actions);
  return (
    <VirtualTable
      {...reportTableProps(query)}
      search={search}
      list={list}
      focus={focus}
      rowKey={idOf}
      columns={COLUMNS}
      label={strings.caseTable}
      keys={keys}
    />
  );
}
