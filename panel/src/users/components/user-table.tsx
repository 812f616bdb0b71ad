import { SearchX, UsersRound } from 'lucide-react';
import { isUnauthorized } from '../../lib/api-error.ts';
import { BusyLine } from '../../ui/busy-line.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBlock } from '../../ui/error-block.tsx';
import { InlineFailure } from '../../ui/inline-failure.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import type { UserList } from '../use-user-list.ts';
import { activeFilters, type UserQuery } from '../users.filters.ts';
import { usersStrings as strings } from '../users.strings.ts';
import { UserRowSkeleton } from './user-row.tsx';
import { UserRows } from './user-rows.tsx';
import { UserTableHead } from './user-table-head.tsx';

const SKELETON_ROWS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const;
/** Column widths from the tablet's width on; the head and the rows share them. */
const COLUMNS = '[--user-columns:minmax(0,1fr)_7.25rem_6.5rem_7.25rem_4.75rem]';

interface UserTableProps {
  readonly query: UserQuery;
  readonly list: UserList;
}

function TableBody({ query, list }: UserTableProps) {
  const isSearch = query.term !== '';
  if (list.error) {
    return (
      <ErrorBlock
        message={isSearch ? strings.searchFailed : strings.listFailed}
        onRetry={isUnauthorized(list.error) ? undefined : list.retry}
        retrying={list.isFetching}
      />
    );
  }
  if (list.isLoading) {
    return (
      <>
        <LoadingNote text={strings.loadingList} />
        <div aria-hidden="true">
          <UserTableHead />
        </div>
        <div className="*:last:border-b-0">
          {SKELETON_ROWS.map((row) => (
            <UserRowSkeleton key={row} />
          ))}
        </div>
      </>
    );
  }
  if (list.rowCount === 0) {
    const isNarrowed = isSearch || activeFilters(query.filters).length > 0;
    return isNarrowed ? (
      <EmptyState icon={SearchX} title={strings.emptySearch} hint={strings.emptySearchHint} />
    ) : (
      <EmptyState icon={UsersRound} title={strings.empty} />
    );
  }
  return <UserRows query={query} list={list} />;
}

/** The list as a table, with what stands in its place while it loads, is empty or has failed. */
export function UserTable({ query, list }: UserTableProps) {
  const isSearch = query.term !== '';
  return (
    <div
      aria-busy={list.isPrevious || list.isLoading}
      className={classNames(COLUMNS, 'relative rounded-lg border border-line bg-surface shadow-card')}
    >
      <BusyLine busy={list.isPrevious} />
      {list.refreshError && (
        <InlineFailure
          message={isSearch ? strings.searchFailed : strings.listFailed}
          onRetry={list.retry}
          retrying={list.isFetching}
        />
      )}
      <TableBody query={query} list={list} />
    </div>
  );
}
