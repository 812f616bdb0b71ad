import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { WindowedGrid } from '../../lib/windowed-grid.tsx';
import { InlineFailure } from '../../ui/inline-failure.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { UserList } from '../use-user-list.ts';
import { type UserQuery, userListUrl } from '../users.filters.ts';
import { usersStrings as strings } from '../users.strings.ts';
import { rowHeightPx, UserRow, UserRowSkeleton } from './user-row.tsx';
import { UserTableHead } from './user-table-head.tsx';

const idOf = (user: UserSummary): string => user._id;

interface UserRowsProps {
  readonly query: UserQuery;
  readonly list: UserList;
}

/** The rows, of which only those near the screen exist (specification, section 2; a million may be scrolled through). */
export function UserRows({ query, list }: UserRowsProps) {
  const focus = useRowFocus(list, idOf);
  return (
    <>
      <WindowedGrid
        feature="users"
        search={userListUrl.format(query).toString()}
        list={list}
        focus={focus}
        label={strings.table}
        columnCount={5}
        rowHeightPx={rowHeightPx}
        head={<UserTableHead />}
        renderRow={(user, index) =>
          user ? (
            <UserRow key={user._id} user={user} rowIndex={index + 2} isTabStop={index === focus.tabStop} />
          ) : (
            <UserRowSkeleton key={`row-${index}`} />
          )
        }
      />
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
