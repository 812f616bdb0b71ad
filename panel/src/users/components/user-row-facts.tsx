import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { createContext, useContext } from 'react';
import { userStrings } from '../../entities/user.strings.ts';
import { formatDateTimeLong, formatNumber } from '../../lib/format.ts';
import { Link } from '../../lib/link.tsx';
import { formatRelativeTime } from '../../lib/relative-time.ts';
import { useRecordCounts } from '../../moderation/record/record-counts.queries.ts';
import { classNames } from '../../ui/class-names.ts';
import { TEXT_LINK_CLASS } from '../../ui/text-button.tsx';
import { usersStrings as strings } from '../users.strings.ts';

/** The ids of the page that each listed user is on: their records are fetched together. */
export const PageIds = createContext<ReadonlyMap<string, readonly string[]>>(new Map());

const NO_PAGE: readonly string[] = [];
const useCounts = (user: UserSummary) => useRecordCounts(user, useContext(PageIds).get(user._id) ?? NO_PAGE);

/** When a user was last active. */
export function LastActive({ user: { lastActive } }: { readonly user: UserSummary }) {
  if (lastActive === undefined) return null;
  if (lastActive === null) return <span className="shrink-0 text-ink-muted">{strings.neverActive}</span>;
  return (
    <time
      dateTime={lastActive}
      title={strings.lastActive(formatDateTimeLong(lastActive))}
      className="shrink-0 text-ink-muted"
    >
      {formatRelativeTime(lastActive)}
    </time>
  );
}

/** The points of violations that count now. */
export function Points({ user }: { readonly user: UserSummary }) {
  const counts = useCounts(user);
  return (
    counts && <span className={counts.points === 0 ? 'text-ink-muted' : undefined}>{formatNumber(counts.points)}</span>
  );
}

interface OpenReportsProps {
  readonly user: UserSummary;
  readonly tabIndex: number;
}

/** The open reports of a user and of what the user published: the number leads to them. */
export function OpenReports({ user, tabIndex }: OpenReportsProps) {
  const counts = useCounts(user);
  if (counts?.openReports === 0) return <span className="text-ink-muted">0</span>;
  return counts && <ReportsLink user={user} tabIndex={tabIndex} count={counts.openReports} text={String} />;
}

/** The facts without columns of their own on a narrow screen: last active, and points and open reports where there are any. */
export function UserRowFacts({ user, tabIndex }: OpenReportsProps) {
  const counts = useCounts(user);
  return (
    <>
      <LastActive user={user} />
      {counts && counts.points > 0 && <span className="shrink-0">{strings.points(formatNumber(counts.points))}</span>}
      {counts && counts.openReports > 0 && (
        <ReportsLink user={user} tabIndex={tabIndex} count={counts.openReports} text={strings.openReports} />
      )}
    </>
  );
}

interface ReportsLinkProps extends OpenReportsProps {
  readonly count: number;
  /** Its visible text. */
  readonly text: (count: string) => string;
}

function ReportsLink({ user, tabIndex, count, text }: ReportsLinkProps) {
  const number = formatNumber(count);
  return (
    <Link
      to={{ pathname: '/admin/reports', search: `?${new URLSearchParams({ status: 'open', about: user._id })}` }}
      tabIndex={tabIndex}
      aria-label={strings.openReportsOf(number, user.username || userStrings.unknownUser)}
      className={classNames(TEXT_LINK_CLASS, 'relative z-10 inline-flex min-h-6 shrink-0 items-center')}
    >
      {text(number)}
    </Link>
  );
}
