import { type CSSProperties, Fragment } from 'react';
import { isUnauthorized } from '../lib/api-error.ts';
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
  /** Shown in place of the table while there are no rows. */
  readonly empty: EmptyStateProps;
  readonly texts: Readonly<Record<'loading' | 'loadingMore' | 'end' | 'failed', string>>;
  /** The message if the first page could not be loaded; `texts.failed` by default. */
  readonly errorText?: (error: Error) => string;
}

/** A list of any length as a table, or its loading, empty or error state. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { list, columns, texts } = props;
  return (
    <div
      aria-busy={list.isPlaceholderData || list.isLoading}
      style={{ '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties}
      className={classNames(CARD_CLASS, 'relative')}
    >
      <BusyLine busy={list.isPlaceholderData} />
      {list.refreshError && <InlineError message={texts.failed} onRetry={list.retry} retrying={list.isFetching} />}
      <TableContent {...props} />
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
        {!selectAll && (
          <div aria-hidden="true">
            <TableHead columns={columns} wideFrom={props.wideFrom} />
          </div>
        )}
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
