import type { ReportStatus } from '@hai-dang/contract/moderation/report-fields.schema.ts';
import type { ListedReport, Report } from '@hai-dang/contract/moderation/reports.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { otherHolder } from '../../entities/holder.ts';
import { useActions, useAriaKeys } from '../../lib/actions.ts';
import { useSession } from '../../lib/session.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { GridCell } from '../../ui/table-row.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { ReportNames } from '../reports/detail/report-summary-list.tsx';
import { isChangedByOther } from '../reports/optimistic-lock.ts';
import { removeAction } from '../reports/reports.actions.ts';
import {
  decideStatus,
  notifyChangedMeanwhile,
  notifyHeld,
  removal,
  useDeleteReport,
} from '../reports/reports.mutations.ts';
import type { ReportList } from '../reports/reports.queries.ts';
import { reportsStrings } from '../reports/reports.strings.ts';
import { reportColumns } from './report-columns.tsx';
import { Description } from './report-subject-cell.tsx';
import { reportTableProps } from './report-table-props.tsx';
import { listActions, listStatusActions } from './reports-list.actions.ts';
import { hasStatus, type ReportQuery } from './reports-list.filters.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import type { Bulk } from './use-bulk-actions.tsx';
import type { Selection } from './use-selection.ts';

const idOf = (report: ListedReport) => report._id;
const NONE: ReadonlySet<string> = new Set();
const NOTE = 'order-3 w-full text-sm xl:col-span-full xl:pl-9';

interface ReportTableProps {
  readonly query: ReportQuery;
  readonly search: string;
  readonly list: ReportList;
  readonly selection: Selection;
  readonly bulk: Bulk;
}

/** The reports as rows, with their actions by pointer and by key. */
export function ReportTable({ query, search, list, selection, bulk }: ReportTableProps) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { mutateAsync: remove } = useDeleteReport();
  const ownId = useSession()?.adminId;
  const focus = useRowFocus(list, idOf);
  const loaded = useMemo(() => list.pages.flatMap((page) => page.rows ?? []), [list.pages]);
  const active = loaded.find((report) => report._id === focus.activeId);
  // The active row as it was when it got the focus: another administrator's later change is shown before a key acts.
  const [seen, setSeen] = useState<Report>();
  if (active && active._id !== seen?._id) setSeen(active);
  const { expectRemoval, cancelRemoval } = focus;

  const onRemove = useCallback(
    (report: Report) => {
      void confirm({
        title: strings.removeTitle,
        message: <ReportNames question={reportsStrings.removeQuestion} reports={[report]} hint={strings.forGood} />,
        confirmLabel: removeAction.label,
        tone: 'danger',
        ...removal(report, async (current) => {
          expectRemoval(current._id);
          try {
            await remove(current);
          } catch (error) {
            cancelRemoval(current._id);
            throw error;
          }
        }),
      });
    },
    [confirm, remove, expectRemoval, cancelRemoval],
  );
  const onToggle = selection.toggle;
  const showsPriority = query.filters.sort === 'priority';
  const [described, setDescribed] = useState<ReadonlySet<string>>(NONE);
  const columns = useMemo(
    () =>
      reportColumns({
        showsPriority,
        onToggle,
        onRemove,
        onDescribe: ({ _id }) =>
          setDescribed((before) => {
            const next = new Set(before);
            if (!next.delete(_id)) next.add(_id);
            return next;
          }),
      }),
    [showsPriority, onToggle, onRemove],
  );

  function openReport(report: Report | undefined): void {
    if (report) void navigate(`/admin/reports/${encodeURIComponent(report._id)}`);
  }

  async function chooseForActive(report: ListedReport, status: ReportStatus, isAccepted = false): Promise<void> {
    if (seen && isChangedByOther(seen, report)) {
      setSeen(report);
      return notifyChangedMeanwhile(client, { report, status }, report);
    }
    if (report.status === status) return;
    const holder = otherHolder(report.assignee, ownId);
    if (holder && !isAccepted)
      return notifyHeld(holder.username, report, () => void chooseForActive(report, status, true));
    if (!hasStatus(query.filters, { status })) expectRemoval(report._id);
    const outcome = await decideStatus(client, { report, status });
    if (outcome !== 'done') cancelRemoval(report._id);
    // The toast has shown the current report.
    if (outcome === 'changed') setSeen(undefined);
  }

  /** Below a row: another administrator's change while it was shown, and the error of its last action. */
  function renderNotes(report: Report): ReactNode {
    const isChanged = selection.changed.has(report._id);
    const isUnmatched = !(hasStatus(query.filters, report) || list.isPlaceholderData);
    const failure = selection.failures.get(report._id);
    if (!isChanged && !isUnmatched && failure === undefined) return;
    return (
      <>
        {(isChanged || isUnmatched) && (
          <GridCell className={classNames(NOTE, 'text-amber-ink')}>
            {isChanged ? strings.changedSinceSelected : strings.noLongerMatches}
          </GridCell>
        )}
        {failure !== undefined && <GridCell className={classNames(NOTE, 'text-red-ink')}>{failure}</GridCell>}
      </>
    );
  }

  // While reports are selected, the status keys act on the selection: the bar handles them.
  const decidesOnActive = active !== undefined && selection.reports.size === 0 && !bulk.progress;
  const actions = useActions([
    { ...listActions.openFirst, when: loaded.length > 0, run: () => openReport(active ?? loaded[0]) },
    ...listStatusActions.map((action) => ({
      ...action,
      when: decidesOnActive,
      run: () => active && void chooseForActive(active, action.status),
    })),
  ]);
  const keys = useAriaKeys(actions);

  const selectable = loaded.filter((report) => hasStatus(query.filters, report));
  const isAllSelected =
    selectable.length > 0 && selectable.every(({ _id }) => selection.reports.has(_id) && !selection.changed.has(_id));
  return (
    <VirtualTable
      {...reportTableProps(query)}
      search={search}
      list={list}
      focus={focus}
      rowKey={idOf}
      columns={columns}
      label={strings.table}
      keys={keys}
      onSelect={selection.toggle}
      isSelected={(report) => selection.reports.has(report._id)}
      selectAll={
        <Checkbox
          label={strings.selectAllLoaded}
          checked={isAllSelected}
          onChange={() => (isAllSelected ? selection.clear() : selection.select(selectable))}
          className="min-h-6"
        >
          <span aria-hidden="true" className="xl:hidden">
            {strings.selectAll}
          </span>
        </Checkbox>
      }
      renderNotes={renderNotes}
      renderDetails={(report) => (described.has(report._id) ? <Description report={report} /> : undefined)}
    />
  );
}
