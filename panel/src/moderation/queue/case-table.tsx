import type { ReportCase } from '@hai-dang/contract/moderation/reports.schema.ts';
import { useMemo } from 'react';
import { reasonOf } from '../../entities/report-labels.ts';
import { useAriaKeys } from '../../lib/actions.ts';
import { formatDateTimeShort, formatNumber } from '../../lib/format.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { type Column, RowLink } from '../../ui/table-row.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { decideAction } from '../decisions/decide.ts';
import { decisionSheet } from '../decisions/decisions.overlays.ts';
import type { CaseList } from '../reports/reports.queries.ts';
import { SubjectCell } from './report-subject-cell.tsx';
import { reportTableProps } from './report-table-props.tsx';
import type { ReportQuery } from './reports-list.filters.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import { RowState, STATE_CELL } from './row-state.tsx';
import { titleOf, toRequest, useCaseKeys } from './use-case-keys.ts';
import { type CaseSelection, caseId } from './use-case-selection.ts';

const { caseColumns } = strings;

/** All reports of one subject; the link opens the newest of them. */
const caseTableColumns = (
  onToggle: CaseSelection['toggle'],
  showsPriority: boolean,
): ReadonlyArray<Column<ReportCase>> => [
  {
    width: '1.5rem',
    className: 'relative z-10 flex',
    cell: (reportCase, { tabIndex, isSelected }) => (
      <Checkbox
        label={strings.selectCase(titleOf(reportCase))}
        tabIndex={tabIndex}
        checked={isSelected}
        onChange={() => onToggle(reportCase)}
        className="-m-2 p-2"
      >
        {null}
      </Checkbox>
    ),
  },
  {
    header: caseColumns.counts,
    width: '11rem',
    className: 'flex flex-1 basis-28 flex-wrap items-baseline gap-x-2 text-sm tabular-nums max-xl:order-1',
    cell: ({ reports, reporters, open }) => (
      <>
        <span className="font-semibold">{strings.caseCounts(formatNumber(reports), formatNumber(reporters))}</span>
        <span className="text-ink-muted text-xs">{strings.caseOpen(formatNumber(open))}</span>
      </>
    ),
  },
  {
    header: caseColumns.title,
    width: 'minmax(0,1fr)',
    className: 'flex basis-[calc(100%-3rem)] items-center gap-2',
    cell: (reportCase, { tabIndex }) => (
      <SubjectCell
        itemType={reportCase.itemType}
        title={titleOf(reportCase)}
        owner={reportCase.author?.username}
        image={reportCase.image}
        tabIndex={tabIndex}
      />
    ),
  },
  {
    header: caseColumns.newest,
    width: '8rem',
    className: 'flex-1 basis-24 text-sm max-xl:order-2',
    cell: ({ newest }) => (
      <bdi className="wrap-anywhere line-clamp-2" title={reasonOf(newest)}>
        {reasonOf(newest)}
      </bdi>
    ),
  },
  {
    header: caseColumns.status,
    width: '10rem',
    className: STATE_CELL,
    cell: (reportCase, { tabIndex }) => (
      <RowState
        status={reportCase.newest.status}
        itemType={reportCase.itemType}
        itemId={reportCase.itemId}
        dueAt={reportCase.dueAt}
        assignee={reportCase.assignee}
        isHidden={reportCase.hiddenAt !== null}
        hasOpenAppeal={(reportCase.openAppeals ?? 0) > 0}
        closing={reportCase.closing}
        updating={reportCase.updating}
        priority={showsPriority ? (reportCase.priority ?? null) : undefined}
        tabIndex={tabIndex}
      />
    ),
  },
  {
    header: caseColumns.date,
    width: '7.5rem',
    className: 'text-ink-muted text-sm tabular-nums max-xl:order-1',
    cell: ({ newest }) => formatDateTimeShort(newest.createdAt),
  },
  {
    header: caseColumns.actions,
    headerClassName: 'text-right',
    width: '7.5rem',
    className: 'flex items-center justify-end max-xl:order-3 max-xl:ml-auto',
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
          onClick={() => decisionSheet.open(toRequest(reportCase))}
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
  readonly selection: CaseSelection;
}

/** The reported subjects as rows, each of which opens its newest report. */
export function CaseTable({ query, search, list, selection }: CaseTableProps) {
  const focus = useRowFocus(list, caseId);
  const loaded = useMemo(() => list.pages.flatMap((page) => page.rows ?? []), [list.pages]);
  const active = loaded.find((row) => caseId(row) === focus.activeId);
  const columns = useMemo(
    () => caseTableColumns(selection.toggle, query.filters.sort === 'priority'),
    [selection.toggle, query.filters.sort],
  );
  const isAllSelected = loaded.length > 0 && loaded.every((row) => selection.cases.has(caseId(row)));
  const keys = useAriaKeys(useCaseKeys(active, query.filters, focus, selection.cases.size > 0));
  return (
    <VirtualTable
      {...reportTableProps(query)}
      search={search}
      list={list}
      focus={focus}
      rowKey={caseId}
      columns={columns}
      label={strings.caseTable}
      keys={keys}
      onSelect={selection.toggle}
      isSelected={(row) => selection.cases.has(caseId(row))}
      selectAll={
        <Checkbox
          label={strings.selectAllCases}
          checked={isAllSelected}
          onChange={() => (isAllSelected ? selection.clear() : selection.select(loaded))}
          className="min-h-6"
        >
          <span aria-hidden="true" className="xl:hidden">
            {strings.selectAll}
          </span>
        </Checkbox>
      }
    />
  );
}
