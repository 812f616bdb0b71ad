import type { Administrator } from '@hai-dang/contract/administrators/administrators.schema.ts';
import { EllipsisVertical, Plus, UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { UserName } from '../../entities/user-name.tsx';
import { errorMessage } from '../../lib/api-error.ts';
import { formatDateTimeShort, formatNumber } from '../../lib/format.ts';
import { formatRelativeTime } from '../../lib/relative-time.ts';
import { useSession } from '../../lib/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { useRowFocus } from '../../lib/use-row-focus.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { type Column, ROW_ACTION, ROW_ACTION_CLASS } from '../../ui/table-row.tsx';
import { useMenu } from '../../ui/use-menu.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { type AdministratorHandlers, rowItems } from '../administrators.actions.ts';
import type { AdministratorList } from '../administrators.queries.ts';
import { administratorsStrings as strings } from '../administrators.strings.ts';
import { nameOf, useAdministratorActs } from '../use-administrator-acts.tsx';

/** The layout of a row: on a narrow screen the name with the menu beside it, and the rest below. */
const ROW =
  'list-row grid grid-cols-[minmax(0,1fr)_2.5rem] items-center gap-x-3 gap-y-1.5 px-3 py-3 sm:px-4 xl:h-16 xl:py-0 xl:grid-cols-(--columns)';
const ROW_HEIGHT_PX = { wide: 64, narrow: 136 } as const;
const LINE = 'col-span-full xl:col-span-1';
const TEXTS = {
  loading: strings.loadingList,
  loadingMore: strings.loadingMore,
  end: strings.endOfList,
  failed: strings.listFailed,
};
const TONES: Readonly<Record<Administrator['state'], Tone>> = { active: 'green', disabled: 'red', invited: 'amber' };
const idOf = ({ _id }: Administrator): string => _id;
const isInvitation = ({ state }: Administrator): boolean => state === 'invited';

function Person({ row, isOwn }: { readonly row: Administrator; readonly isOwn: boolean }) {
  const { avatar, username, email, invitedBy } = row;
  return (
    <>
      {isInvitation(row) ? (
        <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-sunken text-ink-muted">
          <Plus aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        </span>
      ) : (
        <Avatar src={avatar} size={36} />
      )}
      <span className="flex min-w-0 flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <UserName name={username ?? email} className="font-semibold" />
          {isOwn && <Badge tone="blue">{strings.you}</Badge>}
        </span>
        {isInvitation(row) ? (
          <span className="flex min-w-0 gap-1 text-ink-muted text-sm">
            <span className="shrink-0">{strings.invitedBy}</span>
            <UserName name={invitedBy} />
          </span>
        ) : (
          <bdi className="truncate text-ink-muted text-sm">{email}</bdi>
        )}
      </span>
    </>
  );
}

function LastUse({ at }: { readonly at: string | null }) {
  const now = useNow();
  if (at === null) return strings.notLately;
  return (
    <time dateTime={at} title={formatDateTimeShort(at)}>
      <span className="xl:hidden">{strings.lastUsed} </span>
      {formatRelativeTime(at, now)}
    </time>
  );
}

function SecondFactor({ isOn }: { readonly isOn: boolean }) {
  return (
    <span className={isOn ? 'text-green-ink' : 'text-ink-muted'}>
      <span className="xl:sr-only">{strings.secondFactor} </span>
      {isOn ? strings.secondFactorOn : strings.secondFactorOff}
    </span>
  );
}

function RowMenu(props: {
  readonly row: Administrator;
  readonly isOwn: boolean;
  readonly tabIndex: number;
  readonly handlers: AdministratorHandlers;
}) {
  const { row, isOwn, tabIndex, handlers } = props;
  const label = strings.actionsOf(nameOf(row));
  const { opener, menu } = useMenu(label, rowItems(row, isOwn, handlers));
  return (
    <>
      <IconButton
        {...opener}
        {...ROW_ACTION}
        icon={EllipsisVertical}
        label={label}
        tabIndex={tabIndex}
        className={ROW_ACTION_CLASS}
      />
      {menu}
    </>
  );
}

const toColumns = (
  ownId: string | undefined,
  handlers: AdministratorHandlers,
): ReadonlyArray<Column<Administrator>> => [
  {
    header: strings.columns.administrator,
    width: 'minmax(0,1fr)',
    className: 'flex items-center gap-3',
    cell: (row) => <Person row={row} isOwn={row._id === ownId} />,
  },
  {
    header: strings.columns.lastUsed,
    width: '9.5rem',
    className: classNames(LINE, 'text-ink-muted text-sm'),
    cell: (row) => !isInvitation(row) && <LastUse at={row.lastUsedAt} />,
  },
  {
    header: strings.columns.sessions,
    width: '4.5rem',
    className: classNames(LINE, 'text-ink-muted text-sm tabular-nums max-xl:hidden'),
    cell: (row) => !isInvitation(row) && formatNumber(row.sessions),
  },
  {
    header: strings.columns.secondFactor,
    width: '7rem',
    className: classNames(LINE, 'text-sm'),
    cell: (row) =>
      !isInvitation(row) && (
        <span className="flex flex-wrap gap-x-4">
          <SecondFactor isOn={row.hasSecondFactor} />
          <span className="text-ink-muted tabular-nums xl:hidden">{strings.sessions(formatNumber(row.sessions))}</span>
        </span>
      ),
  },
  {
    header: strings.columns.state,
    width: '9.5rem',
    className: classNames(LINE, 'flex flex-wrap items-center gap-x-2 xl:flex-col xl:items-start'),
    cell: ({ state, until }) => (
      <>
        <Badge tone={TONES[state]}>{strings.states[state]}</Badge>
        {until !== null && (
          <time dateTime={until} className="text-ink-muted text-xs">
            {strings.until(formatDateTimeShort(until))}
          </time>
        )}
      </>
    ),
  },
  {
    header: strings.columns.buttons,
    headerClassName: 'text-right',
    width: '4.5rem',
    className: 'col-start-2 row-start-1 flex justify-end self-start xl:col-start-auto xl:row-start-auto xl:self-center',
    cell: (row, { tabIndex }) => (
      <RowMenu row={row} isOwn={row._id === ownId} tabIndex={tabIndex} handlers={handlers} />
    ),
  },
];

const SKELETON = (
  <div aria-hidden="true" className={classNames(ROW, 'border-line border-b')}>
    <span className="flex items-center gap-3">
      <Skeleton round className="size-9" />
      <span className="flex min-w-0 flex-1 flex-col gap-2">
        <Skeleton className="h-3.5 w-32 max-w-full" />
        <Skeleton className="h-3 w-48 max-w-full" />
      </span>
    </span>
    <Skeleton className="col-span-full h-4 w-24 max-w-full xl:col-span-1" />
    <Skeleton className="h-4 w-8 max-xl:hidden" />
    <Skeleton className="col-span-full h-4 w-20 max-w-full xl:col-span-1" />
    <Skeleton round className="col-span-full h-6 w-24 max-w-full xl:col-span-1" />
  </div>
);

interface AdministratorTableProps {
  readonly list: AdministratorList;
  readonly onNewLink: (email: string) => void;
}

/** Administrators and invitations, each with the menu of what can be done with it. */
export function AdministratorTable({ list, onNewLink }: AdministratorTableProps) {
  const ownId = useSession()?.adminId;
  const navigate = useNavigate();
  const acts = useAdministratorActs();
  const focus = useRowFocus(list, idOf);
  const columns = useMemo(
    () =>
      toColumns(ownId, {
        ...acts,
        onAccount: () => void navigate('/admin/account'),
        onNewLink: ({ email }) => onNewLink(email),
      }),
    [ownId, acts, navigate, onNewLink],
  );
  return (
    <VirtualTable
      feature="administrators"
      search=""
      list={list}
      focus={focus}
      rowKey={idOf}
      columns={columns}
      wideFrom="xl"
      rowClassName={ROW}
      rowHeightPx={ROW_HEIGHT_PX}
      skeleton={SKELETON}
      empty={{ icon: UsersRound, title: strings.empty }}
      label={strings.table}
      texts={TEXTS}
      errorText={(error) => errorMessage(error, strings.listFailed)}
    />
  );
}
