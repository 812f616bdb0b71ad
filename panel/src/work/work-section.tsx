import type { ReactNode } from 'react';
import { ApiError, isUnauthorized } from '../lib/api-error.ts';
import { formatNumber } from '../lib/format.ts';
import { Link } from '../lib/link.tsx';
import { formatRelativeTime } from '../lib/relative-time.ts';
import { useNow } from '../lib/use-now.ts';
import { useStandingError } from '../lib/use-standing-error.ts';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { InlineError } from '../ui/inline-error.tsx';
import { LoadingNote, Skeleton } from '../ui/loading.tsx';
import { countText } from './count-text.ts';
import { useWork } from './work.queries.ts';
import { workStrings as strings } from './work.strings.ts';

interface WorkSectionProps {
  /** Where the screens of the other features are. */
  readonly paths: Readonly<Record<'reports' | 'overdue' | 'mine' | 'appeals' | 'conversations', string>>;
}

const NOT_FOUND = 404;

/** The work that waits, as links: first on the dashboard. A legacy backend does not count it; nothing is shown then. */
export function WorkSection({ paths }: WorkSectionProps) {
  const query = useWork();
  const failure = useStandingError('work', query);
  if (failure instanceof ApiError && (failure.status === NOT_FOUND || isUnauthorized(failure))) return null;
  const { reports, overdue, mine, appeals, conversations } = query.data ?? {};
  return (
    <Card title={strings.title}>
      {query.isPending && !failure && <LoadingNote text={strings.loading} />}
      {failure && !query.data ? (
        <InlineError message={strings.loadFailed} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <ul aria-busy={query.data === undefined} className="grid gap-2 sm:grid-cols-2 lg:grid-cols-5">
          <Waiting to={paths.reports} label={strings.reports} waiting={reports}>
            {reports && reports.reviewing > 0 && <span>{strings.reviewing(formatNumber(reports.reviewing))}</span>}
          </Waiting>
          <Waiting to={paths.overdue} label={strings.overdueReports} waiting={overdue} isBad />
          <Waiting to={paths.mine} label={strings.mine} waiting={mine} />
          <Waiting to={paths.appeals} label={strings.appeals} waiting={appeals}>
            {appeals && appeals.overdue > 0 && (
              <span className="font-semibold text-red-ink">{strings.overdue(countText(appeals.overdue))}</span>
            )}
          </Waiting>
          <Waiting to={paths.conversations} label={strings.conversations} waiting={conversations} />
        </ul>
      )}
    </Card>
  );
}

interface WaitingProps {
  readonly to: string;
  readonly label: string;
  /** Undefined while it loads: the row keeps its size. */
  readonly waiting: { readonly count: number; readonly since: string | null } | undefined;
  /** Something went wrong where anything waits. */
  readonly isBad?: boolean;
  /** Further facts about what waits. */
  readonly children?: ReactNode;
}

function Waiting({ to, label, waiting, isBad = false, children }: WaitingProps) {
  const now = useNow();
  return (
    <li className="min-w-0">
      <Link
        to={to}
        className="flex h-full min-h-16 flex-col gap-1 rounded-md border border-line px-3 py-2 transition-colors hover:bg-hover"
      >
        <span className="flex h-7 items-center justify-between gap-3">
          <span className="min-w-0 text-sm">{label}</span>
          <span
            className={classNames(
              'font-semibold text-xl tabular-nums',
              isBad && waiting !== undefined && waiting.count > 0 && 'text-red-ink',
            )}
          >
            {waiting ? countText(waiting.count) : <Skeleton className="h-5 w-8" />}
          </span>
        </span>
        <span className="flex min-h-4 flex-wrap gap-x-3 text-ink-muted text-xs">
          {waiting && waiting.count === 0 && <span>{strings.nothing}</span>}
          {waiting?.since && (
            <span>
              {strings.longest} <time dateTime={waiting.since}>{formatRelativeTime(waiting.since, now)}</time>
            </span>
          )}
          {children}
        </span>
      </Link>
    </li>
  );
}
