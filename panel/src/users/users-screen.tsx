import { exportUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import { memo, type ReactNode, useCallback, useDeferredValue, useId, useRef, useState } from 'react';
import { ExportButton } from '../entities/export-button.tsx';
import { lazyCode } from '../lib/lazy-code.ts';
import { sharedStrings } from '../lib/strings.ts';
import type { ListInUrl } from '../lib/url-query.ts';
import { totalText } from '../lib/use-infinite-list.ts';
import { useLazyComponent } from '../ui/lazy-component.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { toast } from '../ui/toast.ts';
import { ActiveFilterChips } from './components/active-filter-chips.tsx';
import { UserSearchBar } from './components/user-search-bar.tsx';
import { UserTable } from './components/user-table.tsx';
import { prefetchUserList, useUserList } from './use-user-list.ts';
import { useUserQuery } from './use-user-query.ts';
import { useUserSelection } from './use-user-selection.ts';
import {
  activeFilters,
  DEFAULT_SORT,
  type FilterName,
  isPlainQuery,
  NO_FILTERS,
  toListBody,
  withChoice,
} from './users.filters.ts';
import { usersStrings as strings } from './users.strings.ts';

const Table = memo(UserTable);
const filterPanel = lazyCode(() => import('./components/filter-panel.tsx').then((module) => module.FilterPanel));
const selectionBar = lazyCode(() =>
  import('./components/user-selection-bar.tsx').then((module) => module.UserSelectionBar),
);
export const prefetch = prefetchUserList;
export const heading = strings.title;

interface UsersScreenProps {
  /** Renders the saved views of the list. */
  readonly views: (list: ListInUrl) => ReactNode;
}

/** All users, to search, filter and scroll through (specification, section 2, User management). */
export function UsersScreen({ views }: UsersScreenProps) {
  const { query, search, open, draft, type, submit, choose } = useUserQuery();
  const list = useUserList(query);
  const panelId = useId();
  const active = activeFilters(query.filters);
  const reset = () => choose(() => ({ filters: NO_FILTERS, sort: DEFAULT_SORT }));
  const filter = (name: FilterName, value: string) =>
    choose(({ filters }) => ({ filters: withChoice(filters, name, value) }));
  const [panelOpen, setPanelOpen] = useState(false);
  const onPanelFailed = useCallback(() => {
    setPanelOpen(false);
    toast.error(sharedStrings.menuLoadFailed);
  }, []);
  const FilterPanel = useLazyComponent(filterPanel, panelOpen, onPanelFailed);
  // Rows are rendered in slices after input has been handled, which stays fast however many there are.
  const shownQuery = useDeferredValue(query);
  const shownList = useDeferredValue(list);
  const selection = useUserSelection(search, list.pages);
  const { clear } = selection;
  const onBarFailed = useCallback(() => {
    clear();
    toast.error(sharedStrings.menuLoadFailed);
  }, [clear]);
  const SelectionBar = useLazyComponent(selectionBar, selection.isAll || selection.ids.length > 0, onBarFailed);
  const table = useRef<HTMLDivElement>(null);
  const focusTable = useCallback(() => {
    table.current?.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
  }, []);

  return (
    // Fills the window's height, so that the bar is at its bottom below a short list, too.
    <div className="flex min-h-[calc(100dvh-5.5rem)] flex-col gap-4 sm:min-h-[calc(100dvh-6.5rem)]">
      <PageHeader title={heading} status={totalText(list, strings.total)}>
        {views({ search, onOpen: open })}
        <ExportButton endpoint={exportUsers} body={toListBody(query)} fileName={(day) => `nguoi-dung-${day}.csv`} />
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
          onNearPanel={filterPanel.preload}
        />
        {FilterPanel && (
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
        )}
        <ActiveFilterChips
          filters={query.filters}
          onFilter={filter}
          onReset={panelOpen || isPlainQuery(query) ? undefined : reset}
        />
      </search>
      <div ref={table}>
        <Table query={shownQuery} list={shownList} selection={selection} />
      </div>
      {SelectionBar && <SelectionBar query={query} total={list.total} selection={selection} onFocusLost={focusTable} />}
    </div>
  );
}
