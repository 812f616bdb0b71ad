import { memo, useDeferredValue, useId, useState } from 'react';
import { totalText } from '../lib/use-infinite-list.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { ActiveFilterChips } from './components/active-filter-chips.tsx';
import { FilterPanel } from './components/filter-panel.tsx';
import { UserSearchBar } from './components/user-search-bar.tsx';
import { UserTable } from './components/user-table.tsx';
import { prefetchUserList, useUserList } from './use-user-list.ts';
import { useUserQuery } from './use-user-query.ts';
import { activeFilters, DEFAULT_SORT, type FilterName, isPlainQuery, NO_FILTERS, withChoice } from './users.filters.ts';
import { usersStrings as strings } from './users.strings.ts';

const Table = memo(UserTable);
export const prefetch = prefetchUserList;
export const heading = strings.title;

/** All users, to search, filter and scroll through (specification, section 2, User management). */
export function UsersScreen() {
  const { query, draft, type, submit, choose } = useUserQuery();
  const list = useUserList(query);
  const panelId = useId();
  const active = activeFilters(query.filters);
  const reset = () => choose(() => ({ filters: NO_FILTERS, sort: DEFAULT_SORT }));
  const filter = (name: FilterName, value: string) =>
    choose(({ filters }) => ({ filters: withChoice(filters, name, value) }));
  const [panelOpen, setPanelOpen] = useState(false);
  // Rows are rendered in slices after input has been handled, which stays fast however many there are.
  const shownQuery = useDeferredValue(query);
  const shownList = useDeferredValue(list);

  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={heading}>
        <p role="status" className="min-h-5 text-ink-muted text-sm tabular-nums">
          {totalText(list, strings.total)}
        </p>
      </PageHeader>
      <search className="flex flex-col gap-3">
        <UserSearchBar
          draft={draft}
          onType={type}
          onSubmit={submit}
          panelId={panelId}
          panelOpen={panelOpen}
          activeCount={active.length}
          onTogglePanel={() => setPanelOpen((open) => !open)}
        />
        <FilterPanel
          id={panelId}
          hidden={!panelOpen}
          filters={query.filters}
          sort={query.sort}
          isSearch={query.term !== ''}
          onFilter={filter}
          onSort={(sort) => choose(() => ({ sort }))}
          onReset={reset}
        />
        <ActiveFilterChips
          filters={query.filters}
          onFilter={filter}
          onReset={panelOpen || isPlainQuery(query) ? undefined : reset}
        />
      </search>
      <Table query={shownQuery} list={shownList} />
    </div>
  );
}
