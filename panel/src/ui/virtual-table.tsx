import { type CSSProperties, Fragment } from 'react';
import { isUnauthorized } from '../lib/api-error.ts';
import { useRowKeys } from '../lib/row-keys.ts';
import { BusyLine } from './busy-line.tsx';
import { CARD_CLASS, classNames } from './class-names.ts';
import { EmptyState, type EmptyStateProps } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { InlineError } from './inline-error.tsx';
import { LoadingNote } from './loading.tsx';
import { Spinner } from './spinner.tsx';
import { TableHead } from './table-head.tsx';
import { VirtualGrid, type VirtualGridProps } from './virtual-grid.tsx';

const SKELETON_ROWS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const;

interface VirtualTableProps<Row> extends VirtualGridProps<Row> {
  /** Selects or deselects the active row; does nothing with one that cannot be selected. */
  readonly onSelect?: ((row: Row) => void) | undefined;
  /** Shown in place of the table while there are no rows. */
  readonly empty: EmptyStateProps;
  readonly texts: Readonly<Record<'loading' | 'loadingMore' | 'end' | 'failed', string>>;
  /** The message if the first page could not be loaded; `texts.failed` by default. */
  readonly errorText?: (error: Error) => string;
}

/**
 * A list of any length as a table, or its loading, empty or error state. From anywhere on the screen j and k move between
 * rows, and x selects the active one.
 */
export function VirtualTable<Row>({ onSelect, ...props }: VirtualTableProps<Row>) {
  const { list, focus, rowKey, columns, texts } = props;
  const atTabStop = list.rowAt(focus.tabStop);
  const active = atTabStop && rowKey(atTabStop) === focus.activeId ? atTabStop : undefined;
  const keys = useRowKeys({
    moveBy: focus.moveBy,
    select: onSelect && { when: active !== undefined, run: () => active && onSelect(active) },
  });
  return (
    <div
      aria-busy={list.isPlaceholderData || list.isLoading}
      style={{ '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties}
      className={classNames(CARD_CLASS, 'relative')}
    >
      <BusyLine busy={list.isPlaceholderData} />
      {list.refreshError && <InlineError message={texts.failed} onRetry={list.retry} retrying={list.isFetching} />}
      <TableContent {...props} keys={keys && `${keys} ${props.keys ?? ''}`} />
    </div>
  );
}

function TableContent<Row>(props: VirtualTableProps<Row>) {
  const { list, columns, selectAll, skeleton, texts } = props;
  if (list.error) {
    return (
      <ErrorState
        message={props.errorText?.(list.error) ?? texts.failed}
        onRetry={isUnauthorized(list.error) ? undefined : list.retry}
        retrying={list.isFetching}
      />
    );
  }
  if (list.isLoading) {
    return (
      <>
        <LoadingNote text={texts.loading} />
        <div aria-hidden="true">
          {/* As high as it will be. */}
          <TableHead columns={columns} wideFrom={props.wideFrom} selectAll={selectAll && <span />} />
        </div>
        <div className="*:last:border-b-0">
          {SKELETON_ROWS.map((row) => (
            <Fragment key={row}>{skeleton}</Fragment>
          ))}
        </div>
      </>
    );
  }
  if (list.rowCount === 0) return <EmptyState {...props.empty} />;
  return (
    <>
      <VirtualGrid {...props} />
      {list.nextPageError ? (
        <InlineError message={texts.failed} onRetry={list.retryNextPage} retrying={list.isFetching} />
      ) : (
        <p className="flex min-h-14 items-center justify-center gap-2 px-4 text-ink-muted text-sm">
          {list.hasMore && <Spinner label="" />}
          {list.hasMore ? texts.loadingMore : texts.end}
        </p>
      )}
    </>
  );
}
