import { Flag, SearchX } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { ApiError, isUnauthorized } from '../../lib/api-error.ts';
import type { PagedList } from '../../lib/use-paged-list.ts';
import { isShortcutKey } from '../../lib/use-shortcuts.ts';
import { WindowedRows } from '../../lib/windowed-rows.tsx';
import { BusyLine } from '../../ui/busy-line.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBlock } from '../../ui/error-block.tsx';
import { InlineFailure } from '../../ui/inline-failure.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { isFiltered, type ReportQuery } from '../reports.filters.ts';
import { REPORTS_FEATURE } from '../reports.keys.ts';
import { reportsListStrings as strings } from '../reports-list.strings.ts';
import type { RowFocus } from '../use-row-focus.ts';
import { rowHeightPx } from './grid-cell.tsx';
import { RowSkeleton, RowSkeletons } from './row-skeletons.tsx';

const NOT_FOUND = 404;

export interface ReportTableProps<Row> {
  readonly query: ReportQuery;
  /** The query as it stands in the address. */
  readonly search: string;
  readonly list: PagedList<Row>;
  readonly focus: RowFocus;
  readonly label: string;
  readonly columnCount: number;
  /** Keys that work on rows, as aria-keyshortcuts names them. */
  readonly keys: string | undefined;
  readonly isSelectable: boolean;
  readonly onOpen: (row: Row) => void;
  readonly head: ReactNode;
  readonly renderRow: (row: Row, index: number) => ReactNode;
}

function failureText({ isGrouped }: ReportQuery, error: Error): string {
  return isGrouped && error instanceof ApiError && error.status === NOT_FOUND ? strings.notGrouped : strings.failed;
}

function TableBody<Row>(props: ReportTableProps<Row>) {
  const { query, search, list, focus, label, renderRow } = props;
  if (list.error) {
    return (
      <ErrorBlock
        message={failureText(query, list.error)}
        onRetry={isUnauthorized(list.error) ? undefined : list.retry}
        retrying={list.isFetching}
      />
    );
  }
  if (list.isLoading) {
    return (
      <>
        <LoadingNote text={strings.loading} />
        <RowSkeletons />
      </>
    );
  }
  if (list.rowCount === 0) {
    return isFiltered(query.filters) ? (
      <EmptyState icon={SearchX} title={strings.emptyFiltered} hint={strings.emptyFilteredHint} />
    ) : (
      <EmptyState icon={Flag} title={strings.empty} />
    );
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // On a row itself, that is: what stands in it has keys of its own.
    if (!(event.target instanceof HTMLElement) || !isShortcutKey(event.nativeEvent)) return;
    const index = Number(event.target.dataset['index'] ?? Number.NaN);
    if (Number.isNaN(index)) return;
    const row = list.rowAt(index);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') focus.move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && row) props.onOpen(row);
    else return;
    event.preventDefault();
  }

  const isExact = list.total?.totalRelation === 'eq';
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the virtualizer places rows, which a table's layout forbids */}
      <div
        ref={focus.grid}
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-rowcount={isExact ? (list.total?.total ?? list.rowCount) + 1 : -1}
        aria-colcount={props.columnCount}
        aria-multiselectable={props.isSelectable || undefined}
        aria-keyshortcuts={props.keys}
        onFocus={focus.onFocus}
        onKeyDown={onKeyDown}
        className="outline-none"
      >
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup" className="sticky top-14 z-20">
          {props.head}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup">
          <WindowedRows
            feature={REPORTS_FEATURE}
            search={search}
            rowCount={list.rowCount}
            onSeen={list.onSeen}
            rowHeightPx={rowHeightPx}
            keepMounted={focus.keepMounted}
          >
            {(index) => {
              const row = list.rowAt(index);
              return <>{row ? renderRow(row, index) : <RowSkeleton />}</>;
            }}
          </WindowedRows>
        </div>
      </div>
      <ListEnd list={list} />
    </>
  );
}

function ListEnd({ list }: { readonly list: PagedList<unknown> }) {
  if (list.moreError) {
    return <InlineFailure message={strings.failed} onRetry={list.retryMore} retrying={list.isFetching} />;
  }
  return (
    <p className="flex min-h-14 items-center justify-center gap-2 px-4 text-ink-muted text-sm">
      {list.hasMore ? (
        <>
          <Spinner label="" />
          {strings.loadingMore}
        </>
      ) : (
        strings.end
      )}
    </p>
  );
}

/** A list as a grid, with what stands in its place while it loads, is empty or has failed. */
export function ReportTable<Row>(props: ReportTableProps<Row>) {
  const { list } = props;
  return (
    <div
      aria-busy={list.isPrevious || list.isLoading}
      className="relative rounded-lg border border-line bg-surface shadow-card"
    >
      <BusyLine busy={list.isPrevious} />
      {list.refreshError && <InlineFailure message={strings.failed} onRetry={list.retry} retrying={list.isFetching} />}
      <TableBody {...props} />
    </div>
  );
}
