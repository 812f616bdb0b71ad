import { useStandingError } from '../lib/use-standing-error.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { LoadingNote, Skeleton } from '../ui/loading.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { GuideView } from './components/guide-view.tsx';
import { prefetchGuide, useGuide } from './guide.queries.ts';
import { helpStrings as strings } from './help.strings.ts';

export const prefetch = prefetchGuide;
export const heading = strings.title;

/** The administrators' guide (docs/huong-dan.md), with a table of contents and a search. */
export function HelpScreen() {
  const query = useGuide();
  const error = useStandingError('', query);
  const guide = query.data;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={heading} />
      {!guide && error && (
        <ErrorState
          message={strings.loadFailed}
          reason={strings.loadFailedHint}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {!guide && !error && (
        <>
          <LoadingNote text={strings.loading} />
          <Skeleton className="h-10 w-full rounded-md" />
          <Skeleton className="h-64 w-full rounded-lg" />
        </>
      )}
      {guide && <GuideView guide={guide} />}
    </div>
  );
}
