import { WindowedRows } from '../../lib/windowed-rows.tsx';
import { InlineFailure } from '../../ui/inline-failure.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { UserList } from '../use-user-list.ts';
import { formatUserQuery, type UserQuery } from '../users.filters.ts';
import { usersStrings as strings } from '../users.strings.ts';
import { rowHeightPx, UserRow, UserRowSkeleton } from './user-row.tsx';
import { UserTableHead } from './user-table-head.tsx';

interface UserRowsProps {
  readonly query: UserQuery;
  readonly list: UserList;
}

/** The rows, of which only those near the screen exist (specification, section 2; a million may be scrolled through). */
export function UserRows({ query, list }: UserRowsProps) {
  const { rowCount, rowAt, onSeen } = list;
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
          <WindowedRows
            feature="users"
            search={formatUserQuery(query).toString()}
            rowCount={rowCount}
            onSeen={onSeen}
            rowHeightPx={rowHeightPx}
          >
            {(index) => {
              const user = rowAt(index);
              return user ? (
                <UserRow key={user._id} user={user} rowIndex={index + 2} />
              ) : (
                <UserRowSkeleton key={`row-${index}`} />
              );
            }}
          </WindowedRows>
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
