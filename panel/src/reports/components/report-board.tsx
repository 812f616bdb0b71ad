import { REPORT_STATUSES, type Report, type ReportStatus } from '@hai-dang/contract/reports/reports.schema.ts';
import { useCallback, useMemo } from 'react';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { type Shortcuts, useShortcuts, useShortcutsOn } from '../../lib/use-shortcuts.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { matches, type ReportQuery } from '../reports.filters.ts';
import { useDeleteReport, useSetReportStatus } from '../reports.mutations.ts';
import type { ReportList } from '../reports.queries.ts';
import { reportsStrings } from '../reports.strings.ts';
import { reportsListStrings as strings } from '../reports-list.strings.ts';
import type { Selection } from '../use-selection.ts';
import { GridHead, SELECT_COLUMN } from './grid-cell.tsx';
import { ReportNames } from './report-names.tsx';
import { REPORT_COLUMNS, ReportRow } from './report-row.tsx';
import { ReportTable } from './report-table.tsx';

const idOf = (report: Report) => report._id;
const ROW_KEYS = 'J K Enter Space X 1 2 3 4';

interface ReportBoardProps {
  readonly query: ReportQuery;
  readonly search: string;
  readonly list: ReportList;
  readonly selection: Selection;
  readonly onHelp: () => void;
}

/** The reports as rows, with what can be done to each by pointer and by key. */
export function ReportBoard({ query, search, list, selection, onHelp }: ReportBoardProps) {
  const confirm = useConfirm();
  const setStatus = useSetReportStatus();
  const { mutateAsync: remove } = useDeleteReport();
  const focus = useRowFocus(list, idOf);
  const keysOn = useShortcutsOn();
  const loaded = useMemo(() => list.pages.flatMap((page) => page.rows ?? []), [list.pages]);
  const active = loaded.find((report) => report._id === focus.activeId);
  const { leave } = focus;

  const onRemove = useCallback(
    (report: Report) => {
      void confirm({
        title: strings.removeTitle,
        message: <ReportNames question={reportsStrings.removeQuestion} reports={[report]} hint={strings.forGood} />,
        confirmLabel: reportsStrings.remove,
        tone: 'danger',
        run: async () => {
          leave(report._id);
          try {
            await remove(report);
          } catch (error) {
            throw new Error(isUnauthorized(error) ? errorMessage(error, '') : reportsStrings.removeFailed);
          }
        },
      });
    },
    [confirm, remove, leave],
  );

  function choose(status: ReportStatus) {
    if (!active || active.status === status) return;
    if (!matches(query.filters, { ...active, status })) leave(active._id);
    setStatus.mutate({ report: active, status });
  }

  const shortcuts: Record<string, (event: KeyboardEvent) => void> = {
    j: () => focus.move(1),
    k: () => focus.move(-1),
    x: () => active && selection.toggle(active),
    '?': onHelp,
  };
  for (const [index, status] of REPORT_STATUSES.entries()) shortcuts[String(index + 1)] = () => choose(status);
  useShortcuts(shortcuts satisfies Shortcuts, 'jk');

  const isAllSelected = loaded.length > 0 && loaded.every((report) => selection.reports.has(report._id));
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
      keys={keysOn ? ROW_KEYS : undefined}
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
                    onChange={() => (isAllSelected ? selection.clear() : selection.select(loaded))}
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
          failure={selection.failures.get(report._id)}
          onToggle={selection.toggle}
          onRemove={onRemove}
        />
      )}
    />
  );
}
