import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua';
import { InlineFailure } from '../../ui/inline-failure.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useListPlace } from '../use-list-place.ts';
import type { UserList } from '../use-user-list.ts';
import type { UserQuery } from '../users.filters.ts';
import { usersStrings as strings } from '../users.strings.ts';
import { rowHeightPx, UserRow, UserRowSkeleton } from './user-row.tsx';
import { UserTableHead } from './user-table-head.tsx';

const ROW_BUFFER_PX = 400;
/** What is seen is told in steps of so many rows, so that scrolling does not render the screen at every pixel. */
const SEEN_STEP_ROWS = 10;

interface UserRowsProps {
  readonly query: UserQuery;
  readonly list: UserList;
}

/** The rows, of which only those near the screen exist (specification, section 2; a million may be scrolled through). */
export function UserRows({ query, list }: UserRowsProps) {
  const { rowCount, userAt, onSeen } = list;
  const virtualizer = useRef<WindowVirtualizerHandle>(null);
  const sizes = useListPlace(query, rowCount, virtualizer);
  const [rowSize] = useState(rowHeightPx);
  // The virtualizer draws its first rows in one piece, so only those on the screen; the others follow in slices.
  const [bufferSize, setBufferSize] = useState(0);
  useEffect(() => startTransition(() => setBufferSize(ROW_BUFFER_PX)), []);
  const rows = useMemo<ArrayLike<undefined>>(() => ({ length: rowCount }), [rowCount]);

  const report = useCallback(() => {
    const handle = virtualizer.current;
    if (!handle) return;
    const first = handle.findItemIndex(handle.scrollOffset);
    const last = handle.findItemIndex(handle.scrollOffset + handle.viewportSize);
    onSeen(
      Math.floor(first / SEEN_STEP_ROWS) * SEEN_STEP_ROWS,
      Math.min(rowCount, Math.ceil((last + 1) / SEEN_STEP_ROWS) * SEEN_STEP_ROWS),
    );
  }, [onSeen, rowCount]);
  useEffect(report, [report]);

  const isExact = list.total?.totalRelation === 'eq';
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the virtualizer places rows, which a table's layout forbids */}
      <div
        role="table"
        aria-label={strings.table}
        aria-rowcount={isExact ? (list.total?.total ?? rowCount) + 1 : -1}
        aria-colcount={5}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup" className="sticky top-14 z-10">
          <UserTableHead />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup">
          <WindowVirtualizer
            ref={virtualizer}
            data={rows}
            bufferSize={bufferSize}
            itemSize={rowSize}
            {...(sizes && { cache: sizes })}
            onScroll={report}
            onResize={report}
          >
            {(_, index) => {
              const user = userAt(index);
              return user ? (
                <UserRow key={user._id} user={user} rowIndex={index + 2} />
              ) : (
                <UserRowSkeleton key={`row-${index}`} />
              );
            }}
          </WindowVirtualizer>
        </div>
      </div>
      <ListEnd list={list} isSearch={query.term !== ''} />
    </>
  );
}

function ListEnd({ list, isSearch }: { readonly list: UserList; readonly isSearch: boolean }) {
  if (list.moreError) {
    return (
      <InlineFailure
        message={isSearch ? strings.searchFailed : strings.listFailed}
        onRetry={list.retryMore}
        retrying={list.isFetching}
      />
    );
  }
  return (
    <p className="flex min-h-14 items-center justify-center gap-2 px-4 text-ink-muted text-sm">
      {list.hasMore ? (
        <>
          <Spinner label="" />
          {strings.loadingMore}
        </>
      ) : (
        strings.endOfList
      )}
    </p>
  );
}
