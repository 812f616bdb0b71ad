import type { ReportCase } from '@hai-dang/contract/moderation/reports.schema.ts';
import { useMemo } from 'react';
import { DueBadge } from '../../entities/due-badge.tsx';
import { itemTypeLabel, reasonOf } from '../../entities/report-labels.ts';
import { StatusBadge } from '../../entities/report-status.tsx';
import { AppealedBadge, HiddenBadge, ReportsUnderWay } from '../../entities/subject-marks.tsx';
import { UserName } from '../../entities/user-name.tsx';
import { useAriaKeys } from '../../lib/actions.ts';
import { formatDateTimeShort, formatNumber } from '../../lib/format.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SafeImage } from '../../ui/safe-image.tsx';
import { type Column, RowLink } from '../../ui/table-row.tsx';
import { VeiledThumbnail } from '../../ui/veiled-image.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { RowPeople } from '../assignments/row-people.tsx';
import { decideAction } from '../decisions/decide.ts';
import { decisionSheet } from '../decisions/decisions.overlays.ts';
import { itemIdOf } from '../reports/reports.cache.ts';
import type { CaseList } from '../reports/reports.queries.ts';
import { useReportVeil } from '../reports/use-report-veil.ts';
import { reportTableProps } from './report-table-props.tsx';
import type { ReportQuery } from './reports-list.filters.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import { titleOf, toRequest, useCaseKeys } from './use-case-keys.ts';
import { type CaseSelection, caseId } from './use-case-selection.ts';

const { caseColumns } = strings;
interface SubjectImageProps {
  readonly reportCase: ReportCase;
  readonly tabIndex: number;
}

/** The first image of what is reported, behind the administrator's veil. */
function SubjectImage({ reportCase, tabIndex }: SubjectImageProps) {
  const veil = useReportVeil();
  if (!reportCase.image) return null;
  const shape = reportCase.itemType === 'User' ? 'rounded-full' : 'rounded-md';
  return (
    <VeiledThumbnail veil={veil} name={titleOf(reportCase)} tabIndex={tabIndex} className={shape}>
      <SafeImage src={reportCase.image} alt="" className={`size-9 shrink-0 ${shape}`} />
    </VeiledThumbnail>
  );
}

/** All reports of one subject; the link opens the newest of them. */
const caseTableColumns = (onToggle: CaseSelection['toggle']): ReadonlyArray<Column<ReportCase>> => [
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
    header: caseColumns.title,
    width: 'minmax(0,1fr)',
    className: 'flex grow basis-[calc(100%-11rem)] items-center gap-2 xl:basis-auto',
    cell: (reportCase, { tabIndex }) => (
      <>
        <SubjectImage reportCase={reportCase} tabIndex={tabIndex} />
        <span className="flex min-w-0 flex-col">
          <bdi className="truncate font-semibold">{titleOf(reportCase)}</bdi>
          {reportCase.author?.username && reportCase.itemType !== 'User' && (
            <UserName
              name={reportCase.author.username}
              fallback={reportCase.author.username}
              className="text-ink-muted text-sm"
            />
          )}
        </span>
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
    cell: ({ reports, reporters, open, closing, updating }) => (
      <>
        {strings.caseCounts(formatNumber(reports), formatNumber(reporters))}
        <span className="text-ink-muted">{strings.caseOpen(formatNumber(open))}</span>
        <ReportsUnderWay closing={closing} updating={updating} />
      </>
    ),
  },
  {
    header: caseColumns.newest,
    width: '13rem',
    className: 'flex flex-col items-start gap-1 text-sm max-xl:order-2',
    cell: ({ newest, hiddenAt, openAppeals = 0, assignee, dueAt }) => (
      <>
        <bdi className="wrap-anywhere">{reasonOf(newest)}</bdi>
        <span className="flex flex-wrap gap-1">
          <StatusBadge status={newest.status} />
          <HiddenBadge hiddenAt={hiddenAt} />
          <AppealedBadge isAppealed={openAppeals > 0} />
          <DueBadge dueAt={dueAt} />
        </span>
        <RowPeople itemType={newest.itemType} itemId={itemIdOf(newest)} assignee={assignee} />
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
  const columns = useMemo(() => caseTableColumns(selection.toggle), [selection.toggle]);
  const isAllSelected = loaded.length > 0 && loaded.every((row) => selection.cases.has(caseId(row)));
  const keys = useAriaKeys(useCaseKeys(active, query.filters, focus));
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
