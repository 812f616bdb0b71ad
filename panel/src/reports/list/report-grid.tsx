import type { Report, ReportStatus } from '@hai-dang/contract/reports/reports.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useActions, useAriaKeys } from '../../lib/actions.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { ReportNames } from '../detail/report-summary-list.tsx';
import { isChangedByOther } from '../optimistic-lock.ts';
import { decideStatus, notifyChangedMeanwhile, removal, useDeleteReport } from '../reports.mutations.ts';
import type { ReportList } from '../reports.queries.ts';
import { reportsStrings } from '../reports.strings.ts';
import { GridHead, SELECT_COLUMN } from './grid-cell.tsx';
import { REPORT_COLUMNS, ReportRow } from './report-row.tsx';
import { ReportTable } from './report-table.tsx';
import { listActions, listStatusActions } from './reports-list.actions.ts';
import { matches, type ReportQuery } from './reports-list.filters.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
import type { Bulk } from './use-bulk-actions.tsx';
import type { Selection } from './use-selection.ts';

const idOf = (report: Report) => report._id;

interface ReportBoardProps {
  readonly query: ReportQuery;
  readonly search: string;
  readonly list: ReportList;
  readonly selection: Selection;
  readonly bulk: Bulk;
}

/** The reports as rows, with what can be done to each by pointer and by key. */
export function ReportBoard({ query, search, list, selection, bulk }: ReportBoardProps) {
  const confirm = useConfirm();
  const client = useQueryClient();
  const { mutateAsync: remove } = useDeleteReport();
  const focus = useRowFocus(list, idOf);
  const loaded = useMemo(() => list.pages.flatMap((page) => page.rows ?? []), [list.pages]);
  const active = loaded.find((report) => report._id === focus.activeId);
  // The active row as it was when it got the focus: what another administrator changes after that is told before a key acts.
  const [seen, setSeen] = useState<Report>();
  if (active && active._id !== seen?._id) setSeen(active);
  const { leave, stay } = focus;

  const onRemove = useCallback(
    (report: Report) => {
      void confirm({
        title: strings.removeTitle,
        message: <ReportNames question={reportsStrings.removeQuestion} reports={[report]} hint={strings.forGood} />,
        confirmLabel: reportsStrings.remove,
        tone: 'danger',
        run: removal(report, async (current) => {
          leave(current._id);
          try {
            await remove(current);
          } catch (error) {
            stay(current._id);
            throw error;
          }
        }),
      });
    },
    [confirm, remove, leave, stay],
  );

  async function chooseForActive(report: Report, status: ReportStatus): Promise<void> {
    if (seen && isChangedByOther(seen, report)) {
      setSeen(report);
      return notifyChangedMeanwhile(client, { report, status }, report);
    }
    if (report.status === status) return;
    if (!matches(query.filters, { ...report, status })) leave(report._id);
    const outcome = await decideStatus(client, { report, status });
    if (outcome !== 'done') stay(report._id);
    // The toast has said what the report is like now.
    if (outcome === 'changed') setSeen(undefined);
  }

  function remarkOn(report: Report): string | undefined {
    if (selection.changed.has(report._id)) return strings.changedSinceSelected;
    return matches(query.filters, report) || list.isPrevious ? undefined : strings.noLongerMatches;
  }

  // While reports are selected, a status is theirs: the bar decides.
  const decidesOnActive = active !== undefined && selection.reports.size === 0 && !bulk.progress;
  const actions = useActions([
    { ...listActions.next, run: () => focus.move(1) },
    { ...listActions.previous, run: () => focus.move(-1) },
    listActions.open,
    { ...listActions.select, when: active !== undefined, run: () => active && selection.toggle(active) },
    ...listStatusActions.map((action) => ({
      ...action,
      when: decidesOnActive,
      run: () => active && void chooseForActive(active, action.status),
    })),
  ]);
  const keys = useAriaKeys(actions);

  const selectable = loaded.filter((report) => matches(query.filters, report));
  const isAllSelected =
    selectable.length > 0 && selectable.every(({ _id }) => selection.reports.has(_id) && !selection.changed.has(_id));
  const { columns } = strings;
  const names = [columns.reporter, columns.type, columns.reason, columns.status, columns.date, columns.actions];
  return (
    <ReportTable
      query={query}
      search={search}
      list={list}
      focus={focus}
      label={strings.table}
      columnCount={names.length + 1}
      keys={keys && `${keys} Space`}
      isSelectable
      head={
        <GridHead
          className={REPORT_COLUMNS}
          columns={[
            {
              key: SELECT_COLUMN,
              content: (
                <label className="flex min-h-6 cursor-pointer items-center gap-2">
                  <input
                    type="checkbox"
                    checked={isAllSelected}
                    onChange={() => (isAllSelected ? selection.clear() : selection.select(selectable))}
                    aria-label={strings.selectAllLoaded}
                    className="block size-4.5 cursor-pointer accent-accent"
                  />
                  <span aria-hidden="true" className="xl:hidden">
                    {strings.selectAll}
                  </span>
                </label>
              ),
            },
            ...names.map((name) => ({ key: name, content: name })),
          ]}
        />
      }
      renderRow={(report, index) => (
        <ReportRow
          key={report._id}
          report={report}
          index={index}
          isTabStop={index === focus.tabStop}
          isSelected={selection.reports.has(report._id)}
          remark={remarkOn(report)}
          failure={selection.failures.get(report._id)}
          onToggle={selection.toggle}
          onRemove={onRemove}
        />
      )}
    />
  );
}
