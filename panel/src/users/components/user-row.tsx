import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { BadgeCheck, ChevronRight, CircleDashed } from 'lucide-react';
import { memo } from 'react';
import { Link } from '../../lib/link.tsx';
import { ROW_ACTION } from '../../lib/windowed-grid.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { GridCell } from '../../ui/grid-cell.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { UserPageState } from '../user-page-state.ts';
import { usersStrings as strings } from '../users.strings.ts';

/** Five columns; on a narrow screen two lines: who, with the way in, then the states. */
const ROW_LAYOUT =
  'flex h-23 flex-wrap content-center items-center gap-x-2.5 gap-y-2 px-3 sm:px-4 ' +
  'md:grid md:h-14 md:gap-3 md:grid-cols-(--user-columns)';

interface UserRowProps {
  readonly user: UserSummary;
  /** From 1, the header row included, as assistive technology counts. */
  readonly rowIndex: number;
  readonly isTabStop: boolean;
}

/** A user in the list. The whole row is the target of its one link. */
export const UserRow = memo(function UserRow({ user, rowIndex, isTabStop }: UserRowProps) {
  const tabIndex = isTabStop ? 0 : -1;
  const verified = user.xacMinhDanhTinh;
  const disabled = user.vohieuhoa;
  const Mark = verified ? BadgeCheck : CircleDashed;
  const name = user.username ?? strings.unknownUser;
  const state: UserPageState = { isDisabled: disabled, username: user.username, userId: user._id };
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by the virtualizer, which a table's layout forbids
    <div
      role="row"
      aria-rowindex={rowIndex}
      tabIndex={tabIndex}
      data-row={user._id}
      className={classNames(
        ROW_LAYOUT,
        'group relative border-line border-b -outline-offset-2 transition-colors hover:bg-hover',
        'focus-visible:bg-hover has-[a:focus-visible]:bg-hover',
      )}
    >
      <GridCell className="flex grow basis-[calc(100%-6rem)] items-center gap-3 md:basis-auto">
        <Avatar src={user.avatar} size={36} />
        <span className="flex min-w-0 flex-col">
          <PersonName name={user.username} fallback={strings.unknownUser} className="font-semibold" />
          <bdi className="truncate text-ink-muted text-sm">{user.email}</bdi>
        </span>
      </GridCell>
      <GridCell
        className={classNames(
          'inline-flex min-h-6 items-center gap-1 text-sm max-md:order-2',
          verified ? 'text-blue-ink' : 'text-ink-muted',
        )}
      >
        <Mark aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
        <span className="max-sm:sr-only">{verified ? strings.verified : strings.unverified}</span>
      </GridCell>
      <GridCell className="max-md:order-2">
        {user.role === 'admin' ? (
          <Badge tone="blue">{strings.choices.role.admin}</Badge>
        ) : (
          <span className="text-ink-muted text-sm">{strings.choices.role.user}</span>
        )}
      </GridCell>
      <GridCell className="max-md:order-2">
        <Badge tone={disabled ? 'red' : 'green'}>{disabled ? strings.disabled : strings.enabled}</Badge>
      </GridCell>
      <GridCell className="max-md:order-1 md:text-right">
        <Link
          to={`/admin/users/${encodeURIComponent(user._id)}`}
          state={state}
          tabIndex={tabIndex}
          {...ROW_ACTION}
          className="inline-flex items-center gap-0.5 font-semibold text-accent-ink text-sm outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus group-hover:underline"
        >
          {strings.details}
          <span className="sr-only"> {name}</span>
          <ChevronRight aria-hidden="true" className="size-4" />
        </Link>
      </GridCell>
    </div>
  );
});

/** The height that ROW_LAYOUT gives a row on the present screen, in px; the same before any row is there to be measured. */
export const rowHeightPx = (): number => (window.matchMedia('(width >= 48rem)').matches ? 56 : 92);

/** Stands where a user will be, of the same size. */
export function UserRowSkeleton() {
  return (
    <div aria-hidden="true" className={classNames(ROW_LAYOUT, 'border-line border-b')}>
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
}
