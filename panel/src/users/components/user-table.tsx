import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { SearchX, UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { useActions, useAriaKeys } from '../../lib/actions.ts';
import { useStore } from '../../lib/create-store.ts';
import { createMediaStore } from '../../lib/media-query.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { decideAccountAction } from '../../moderation/decisions/decide.ts';
import { decisionSheet } from '../../moderation/decisions/decisions.overlays.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import type { UserList } from '../use-user-list.ts';
import { isSelectable, type UserSelection } from '../use-user-selection.ts';
import { activeFilters, type UserQuery, userListUrl } from '../users.filters.ts';
import { usersStrings as strings } from '../users.strings.ts';
import { userColumns } from './user-columns.tsx';
import { PageIds } from './user-row-facts.tsx';

const idOf = (user: UserSummary): string => user._id;

/** The layout of a row: on a narrow screen three lines, the user with the link, the badges, then the facts. */
const ROW =
  'list-row flex h-29 flex-wrap content-center items-center gap-2 px-3 has-[a:focus-visible]:bg-hover sm:px-4 ' +
  'md:grid md:h-14 md:gap-3 md:grid-cols-(--columns)';
const ROW_HEIGHT_PX = { wide: 56, narrow: 116 } as const;

const columnsFit = createMediaStore('(width >= 48rem)');
const factColumnsFit = createMediaStore('(width >= 80rem)');

/** The ids of the page that each user is on. */
function pageIdsOf(pages: UserList['pages']): ReadonlyMap<string, readonly string[]> {
  const byUser = new Map<string, readonly string[]>();
  for (const { rows } of pages) {
    const ids = rows?.map(idOf) ?? [];
    for (const id of ids) byUser.set(id, ids);
  }
  return byUser;
}

const SKELETON = (
  <div aria-hidden="true" className={classNames(ROW, 'border-line border-b')}>
    <Skeleton className="size-4.5" />
    <span className="flex grow basis-[calc(100%-9rem)] items-center gap-3 md:basis-auto">
      <Skeleton round className="size-9" />
      <span className="flex min-w-0 flex-1 flex-col gap-2">
        <Skeleton className="h-3.5 w-32 max-w-full" />
        <Skeleton className="h-3 w-48 max-w-full" />
      </span>
    </span>
    <Skeleton className="h-4 w-24 max-md:hidden" />
    <Skeleton className="h-4 w-20 max-md:hidden" />
    <Skeleton round className="h-6 w-20 max-md:hidden" />
    <span className="ml-auto" style={{ gridColumnEnd: -1 }}>
      <Skeleton className="h-4 w-14" />
    </span>
  </div>
);

interface UserTableProps {
  readonly query: UserQuery;
  readonly list: UserList;
  readonly selection: UserSelection;
}

export function UserTable({ query, list, selection }: UserTableProps) {
  const focus = useRowFocus(list, idOf);
  const loaded = useMemo(() => list.pages.flatMap((page) => page.rows ?? []), [list.pages]);
  const active = loaded.find((user) => user._id === focus.activeId);
  function decideOnActive(): void {
    // Only our backend, which knows decisions, says when a suspension ends.
    if (active?.disabledUntil === undefined) return;
    decisionSheet.open({ subject: { itemType: 'User', itemId: active._id }, name: active.username });
  }
  const keys = useAriaKeys(useActions([{ ...decideAccountAction, run: decideOnActive }]));
  const selectable = loaded.filter(isSelectable);
  const canSelect = loaded.length === 0 || selectable.length > 0;
  const { toggle, isSelected } = selection;
  const [hasFactColumns, hasColumns] = [useStore(factColumnsFit), useStore(columnsFit)];
  const layout = hasFactColumns ? 'columns' : hasColumns ? 'beside' : 'line';
  const columns = useMemo(() => userColumns(layout, canSelect ? toggle : undefined), [layout, canSelect, toggle]);
  const pageIds = useMemo(() => pageIdsOf(list.pages), [list.pages]);
  const isAllSelected = selectable.length > 0 && selectable.every(isSelected);
  const isSearch = query.term !== '';
  const isNarrowed = isSearch || activeFilters(query.filters).length > 0;
  return (
    <PageIds value={pageIds}>
      <VirtualTable
        feature="users"
        search={userListUrl.format(query).toString()}
        list={list}
        focus={focus}
        rowKey={idOf}
        columns={columns}
        wideFrom="md"
        rowClassName={ROW}
        rowHeightPx={ROW_HEIGHT_PX}
        skeleton={SKELETON}
        empty={
          isNarrowed
            ? { icon: SearchX, title: strings.emptySearch, hint: strings.emptySearchHint }
            : { icon: UsersRound, title: strings.empty }
        }
        label={strings.table}
        keys={keys}
        {...(canSelect && {
          isSelected,
          onSelect: (user: UserSummary) => isSelectable(user) && toggle(user),
          selectAll: (
            <Checkbox
              label={strings.selectAllLoaded}
              checked={isAllSelected}
              onChange={() => (isAllSelected ? selection.clear() : selection.select(selectable))}
              className="min-h-6"
            >
              <span aria-hidden="true" className="md:hidden">
                {strings.selectAll}
              </span>
            </Checkbox>
          ),
        })}
        texts={{
          loading: strings.loadingList,
          loadingMore: strings.loadingMore,
          end: strings.endOfList,
          failed: isSearch ? strings.searchFailed : strings.listFailed,
        }}
      />
    </PageIds>
  );
}
