import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { BadgeCheck, CircleDashed } from 'lucide-react';
import { disabledText } from '../../entities/suspension.ts';
import { userStrings } from '../../entities/user.strings.ts';
import { UserName } from '../../entities/user-name.tsx';
import { formatDateShort } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type Column, RowLink } from '../../ui/table-row.tsx';
import { isSelectable } from '../use-user-selection.ts';
import type { UserPageState } from '../user-detail-screen.tsx';
import { usersStrings as strings } from '../users.strings.ts';
import { LastActive, OpenReports, Points, UserRowFacts } from './user-row-facts.tsx';

const { columns } = strings;

/** The column that selects a user. */
const selectColumn = (onToggle: (user: UserSummary) => void): Column<UserSummary> => ({
  width: '1.5rem',
  className: 'relative z-10 flex w-6 shrink-0',
  cell: (user, { tabIndex, isSelected }) =>
    isSelectable(user) && (
      <Checkbox
        label={strings.select(user.username)}
        tabIndex={tabIndex}
        checked={isSelected}
        onChange={() => onToggle(user)}
        className="-m-2 p-2"
      >
        {null}
      </Checkbox>
    ),
});

/** Where the facts of a row stand: in columns of their own, beside the e-mail, or in a line of their own. */
export type UserRowLayout = 'columns' | 'beside' | 'line';

/** The user, with the facts where there is no room for their columns. */
const userColumn = (hasFacts: boolean): Column<UserSummary> => ({
  header: columns.user,
  width: 'minmax(0,1fr)',
  className: 'flex grow basis-[calc(100%-9rem)] items-center gap-3 md:basis-auto',
  cell: (user, { tabIndex }) => (
    <>
      <Avatar src={user.avatar} size={36} />
      <span className="flex min-w-0 flex-1 flex-col">
        <UserName name={user.username} className="font-semibold" />
        <span className="flex min-w-0 items-center gap-x-2 text-sm">
          <bdi title={user.email} className="min-w-0 truncate text-ink-muted">
            {user.email}
          </bdi>
          {hasFacts && <UserRowFacts user={user} tabIndex={tabIndex} />}
        </span>
      </span>
    </>
  ),
});

const FACTS_LINE: Column<UserSummary> = {
  header: columns.facts,
  width: '0',
  className: 'flex basis-full items-center gap-x-2 text-sm max-md:order-2',
  cell: (user, { tabIndex }) => <UserRowFacts user={user} tabIndex={tabIndex} />,
};

const NUMBER = 'text-right text-sm tabular-nums';
const FACT_COLUMNS: ReadonlyArray<Column<UserSummary>> = [
  {
    header: columns.lastActive,
    width: '6.5rem',
    className: 'flex text-sm',
    cell: (user) => <LastActive user={user} />,
  },
  {
    header: columns.points,
    headerClassName: 'text-right',
    width: '2.5rem',
    className: NUMBER,
    cell: (user) => <Points user={user} />,
  },
  {
    header: columns.openReports,
    headerClassName: 'text-right',
    width: '5rem',
    className: NUMBER,
    cell: (user, { tabIndex }) => <OpenReports user={user} tabIndex={tabIndex} />,
  },
];

const STATE_COLUMNS: ReadonlyArray<Column<UserSummary>> = [
  {
    header: columns.verification,
    // The mark alone where the names need the room.
    width: 'clamp(4.5rem, 15vw - 5.5rem, 7.25rem)',
    className: 'max-md:order-2',
    cell: ({ xacMinhDanhTinh: verified }) => {
      const Mark = verified ? BadgeCheck : CircleDashed;
      return (
        <span
          title={verified ? strings.verified : strings.unverified}
          className={classNames(
            'flex min-h-6 items-center gap-1 text-sm',
            verified ? 'text-blue-ink' : 'text-ink-muted',
          )}
        >
          <Mark aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
          <span className="max-sm:sr-only md:max-xl:sr-only">{verified ? strings.verified : strings.unverified}</span>
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
];

const ACTION_COLUMN: Column<UserSummary> = {
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
};

const COLUMNS: Readonly<Record<UserRowLayout, ReadonlyArray<Column<UserSummary>>>> = {
  columns: [userColumn(false), ...STATE_COLUMNS, ...FACT_COLUMNS, ACTION_COLUMN],
  beside: [userColumn(true), ...STATE_COLUMNS, ACTION_COLUMN],
  line: [userColumn(false), ...STATE_COLUMNS, FACTS_LINE, ACTION_COLUMN],
};

/** The columns of a user, and the one that selects it. @param onToggle undefined where none can be selected; a stable function */
export const userColumns = (
  layout: UserRowLayout,
  onToggle: ((user: UserSummary) => void) | undefined,
): ReadonlyArray<Column<UserSummary>> => (onToggle ? [selectColumn(onToggle), ...COLUMNS[layout]] : COLUMNS[layout]);
