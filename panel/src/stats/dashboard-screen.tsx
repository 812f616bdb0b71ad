import type { ReactNode } from 'react';
import { ApiError, errorMessage, isUnauthorized } from '../lib/api-error.ts';
import { formatDateTimeLong } from '../lib/format.ts';
import { useStandingError } from '../lib/use-standing-error.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { LoadingNote } from '../ui/loading.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { StatOverview } from './components/stat-overview.tsx';
import { TrendSection } from './components/trend-section.tsx';
import { useDashboardStats } from './stats.queries.ts';
import { statsStrings as strings } from './stats.strings.ts';

export const heading = strings.title;

const OK_STATUS = 200;

/** Only the server's own message is shown for `success: false` with status 200 (specification, section 8). */
function failureTexts(failure: Error): { message: string; reason?: string } {
  const reason = errorMessage(failure, '');
  const isSaid = reason !== '' && failure instanceof ApiError && failure.status === OK_STATUS;
  return isSaid ? { message: reason } : { message: strings.loadFailed, reason };
}

interface DashboardScreenProps {
  /** The work that waits, above the specified sections. */
  readonly work: ReactNode;
}

/** An overview of the system (specification, section 2, Dashboard). */
export function DashboardScreen({ work }: DashboardScreenProps) {
  const query = useDashboardStats();
  const stats = query.data;
  const failure = useStandingError('dashboard', query);

  return (
    <div className="flex min-w-0 flex-col gap-4">
      <PageHeader
        title={heading}
        note={
          !failure && (
            <p className="min-h-4 basis-full text-ink-muted text-xs sm:basis-auto">
              {stats?.lastUpdated && (
                <>
                  {strings.lastUpdated}{' '}
                  <time dateTime={stats.lastUpdated}>{formatDateTimeLong(stats.lastUpdated)}</time>
                </>
              )}
            </p>
          )
        }
      />
      {failure ? (
        <ErrorState
          {...failureTexts(failure)}
          onRetry={isUnauthorized(failure) ? undefined : () => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <div aria-busy={stats === undefined} className="flex flex-col gap-4">
          {stats === undefined && <LoadingNote text={strings.loading} />}
          {work}
          <StatOverview stats={stats} />
          {(stats === undefined || (stats.series && stats.series.length > 0)) && (
            <TrendSection series={stats?.series} />
          )}
        </div>
      )}
    </div>
  );
}
