import { Flag, SearchX } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { ApiError, isUnauthorized } from '../../lib/api-error.ts';
import type { PagedList } from '../../lib/use-paged-list.ts';
import type { RowFocus } from '../../lib/use-row-focus.ts';
import { WindowedGrid } from '../../lib/windowed-grid.tsx';
import { BusyLine } from '../../ui/busy-line.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBlock } from '../../ui/error-block.tsx';
import { InlineFailure } from '../../ui/inline-failure.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { REPORTS_FEATURE } from '../reports.keys.ts';
import { rowHeightPx } from './grid-cell.tsx';
import { isFiltered, type ReportQuery } from './reports-list.filters.ts';
import { reportsListStrings as strings } from './reports-list.strings.ts';
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
  readonly head: ReactNode;
  readonly renderRow: (row: Row, index: number) => ReactElement;
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
  return (
    <>
      <WindowedGrid
        feature={REPORTS_FEATURE}
        search={search}
        list={list}
        focus={focus}
        label={label}
        columnCount={props.columnCount}
        keys={props.keys}
        isSelectable={props.isSelectable}
        rowHeightPx={rowHeightPx}
        head={props.head}
        renderRow={(row, index) => (row ? renderRow(row, index) : <RowSkeleton key={`row-${index}`} />)}
      />
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
