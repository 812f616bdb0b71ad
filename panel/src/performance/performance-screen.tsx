import { exportPerformance } from '@hai-dang/contract/performance/performance.endpoints.ts';
import { ExportButton } from '../entities/export-button.tsx';
import { isUnauthorized } from '../lib/api-error.ts';
import { formatDateTimeShort } from '../lib/format.ts';
import { useUrlQuery } from '../lib/url-query.ts';
import { useStandingError } from '../lib/use-standing-error.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { GroupSections } from './components/group-sections.tsx';
import { PeriodChoice } from './components/period-choice.tsx';
import { TotalsSection } from './components/totals-section.tsx';
import { WaitingSection } from './components/waiting-section.tsx';
import { performanceUrl, periodOf } from './performance.filters.ts';
import { prefetchPerformance, usePerformance } from './performance.queries.ts';
import { performanceStrings as strings } from './performance.strings.ts';

export const prefetch = prefetchPerformance;
export const heading = strings.title;

const countedText = (countedAt: string | null): string =>
  countedAt === null ? strings.notCounted : `${strings.countedAt} ${formatDateTimeShort(countedAt)}`;

/** How much is reported and decided, how fast, and by whom. */
export function PerformanceScreen() {
  const { query, search, update } = useUrlQuery(performanceUrl);
  const period = periodOf(query);
  const figures = usePerformance(period);
  const error = useStandingError(search, figures);
  const performance = figures.data;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <PageHeader title={heading} status={performance ? countedText(performance.countedAt) : ''}>
        <ExportButton endpoint={exportPerformance} body={period} fileName={() => strings.fileName(period)} />
      </PageHeader>
      <PeriodChoice query={query} onChoose={update} />
      {error && !performance ? (
        <ErrorState
          message={strings.failed}
          onRetry={isUnauthorized(error) ? undefined : () => void figures.refetch()}
          retrying={figures.isFetching}
        />
      ) : performance === undefined ? (
        <PageSpinner label={strings.loading} />
      ) : (
        <div aria-busy={figures.isPlaceholderData} className="flex min-w-0 flex-col gap-4">
          <WaitingSection waiting={performance.waiting} />
          <TotalsSection totals={performance.totals} period={period} />
          <GroupSections performance={performance} period={period} />
        </div>
      )}
    </div>
  );
}
