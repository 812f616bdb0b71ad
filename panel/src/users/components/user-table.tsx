import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { BadgeCheck, CircleDashed, SearchX, UsersRound } from 'lucide-react';
import { decideAccountAction } from '../../entities/decide.ts';
import { decisionRequest } from '../../entities/decision-request.ts';
import { disabledText } from '../../entities/suspension.ts';
import { userStrings } from '../../entities/user.strings.ts';
import { UserName } from '../../entities/user-name.tsx';
import { useActions, useAriaKeys } from '../../lib/actions.ts';
import { formatDateShort } from '../../lib/format.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { type Column, RowLink } from '../../ui/table-row.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import type { UserList } from '../use-user-list.ts';
import type { UserPageState } from '../user-detail-screen.tsx';
import { activeFilters, type UserQuery, userListUrl } from '../users.filters.ts';
import { usersStrings as strings } from '../users.strings.ts';

const { columns } = strings;
const idOf = (user: UserSummary): string => user._id;

/** On a narrow screen two lines: the user with the link, then the badges. */
const ROW =
  'flex h-23 flex-wrap content-center items-center gap-x-2.5 gap-y-2 px-3 has-[a:focus-visible]:bg-hover sm:px-4 ' +
  'md:grid md:h-14 md:gap-3 md:grid-cols-(--columns)';
const ROW_HEIGHT_PX = { wide: 56, narrow: 92 } as const;

const COLUMNS: ReadonlyArray<Column<UserSummary>> = [
  {
    header: columns.user,
    width: 'minmax(0,1fr)',
    className: 'flex grow basis-[calc(100%-6rem)] items-center gap-3 md:basis-auto',
    cell: (user) => (
      <>
        <Avatar src={user.avatar} size={36} />
        <span className="flex min-w-0 flex-col">
          <UserName name={user.username} className="font-semibold" />
          <bdi className="truncate text-ink-muted text-sm">{user.email}</bdi>
        </span>
      </>
    ),
  },
  {
    header: columns.verification,
    width: '7.25rem',
    className: 'max-md:order-2',
    cell: ({ xacMinhDanhTinh: verified }) => {
      const Mark = verified ? BadgeCheck : CircleDashed;
      return (
        <span
          className={classNames(
            'flex min-h-6 items-center gap-1 text-sm',
            verified ? 'text-blue-ink' : 'text-ink-muted',
          )}
        >
          <Mark aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
          <span className="max-sm:sr-only">{verified ? strings.verified : strings.unverified}</span>
        </span>
      );
    },
  },
  {
    header: columns.role,
    width: '6.5rem',
    className: 'max-md:order-2',
    cell: ({ role }) =>
      role === 'admin' ? (
        <Badge tone="blue">{strings.choices.role.admin}</Badge>
      ) : (
        <span className="text-ink-muted text-sm">{strings.choices.role.user}</span>
      ),
  },
  {
    header: columns.status,
    width: '7.25rem',
    className: 'flex min-w-0 items-center gap-x-2 max-md:order-2 max-md:flex-1 md:flex-col md:items-start',
    cell: ({ vohieuhoa: disabled, disabledUntil }) =>
      disabled && disabledUntil ? (
        <>
          <Badge tone="red">{strings.suspended}</Badge>{' '}
          <time
            dateTime={disabledUntil}
            title={disabledText(disabledUntil)}
            className="min-w-0 truncate text-ink-muted text-xs"
          >
            {strings.suspendedUntil(formatDateShort(disabledUntil))}
          </time>
        </>
      ) : (
        <Badge tone={disabled ? 'red' : 'green'}>{disabled ? strings.disabled : strings.enabled}</Badge>
      ),
  },
  {
    header: columns.action,
    headerClassName: 'text-right',
    width: '4.75rem',
    className: 'max-md:order-1 md:text-right',
    cell: (user, { tabIndex }) => {
      const state: UserPageState = { isDisabled: user.vohieuhoa, username: user.username, userId: user._id };
      return (
        <RowLink
          to={`/admin/users/${encodeURIComponent(user._id)}`}
          state={state}
          tabIndex={tabIndex}
          label={strings.details}
          name={user.username ?? userStrings.unknownUser}
        />
      );
    },
  },
];

const SKELETON = (
  <div aria-hidden="true" className={classNames(ROW, 'border-line border-b')}>
    <span className="flex grow basis-[calc(100%-6rem)] items-center gap-3 md:basis-auto">
      <Skeleton round className="size-9" />
      <span className="flex min-w-0 flex-1 flex-col gap-2">
        <Skeleton className="h-3.5 w-32 max-w-full" />
        <Skeleton className="h-3 w-48 max-w-full" />
      </span>
    </span>
    <Skeleton className="h-4 w-24 max-md:hidden" />
    <Skeleton className="h-4 w-20 max-md:hidden" />
    <Skeleton round className="h-6 w-20 max-md:hidden" />
    <Skeleton className="ml-auto h-4 w-14" />
  </div>
);

interface UserTableProps {
  readonly query: UserQuery;
  readonly list: UserList;
}

export function UserTable({ query, list }: UserTableProps) {
  const focus = useRowFocus(list, idOf);
  function decideOnActive(): void {
    const active = list.pages.flatMap((page) => page.rows ?? []).find((user) => user._id === focus.activeId);
    // Only our backend, which knows decisions, says when a suspension ends.
    if (active?.disabledUntil === undefined) return;
    decisionRequest.set({ subject: { itemType: 'User', itemId: active._id }, name: active.username });
  }
  const keys = useAriaKeys(useActions([{ ...decideAccountAction, run: decideOnActive }]));
  const isSearch = query.term !== '';
  const isNarrowed = isSearch || activeFilters(query.filters).length > 0;
  return (
    <VirtualTable
      feature="users"
      search={userListUrl.format(query).toString()}
      list={list}
      focus={focus}
      rowKey={idOf}
      columns={COLUMNS}
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
      texts={{
        loading: strings.loadingList,
        loadingMore: strings.loadingMore,
        end: strings.endOfList,
        failed: isSearch ? strings.searchFailed : strings.listFailed,
      }}
    />
  );
}
