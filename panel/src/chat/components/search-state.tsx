import { Button } from '../../ui/button.tsx';
import { InlineFailure } from '../../ui/inline-failure.tsx';
import type { FoundMessages } from '../message-search.queries.ts';
import { messageSearchStrings as strings } from '../message-search.strings.ts';

/** What stands under the messages that were found, or in their place. */
export function SearchState({ found }: { readonly found: FoundMessages }) {
  const { hits, isLoading, isFetching, hasMore, error } = found;
  if (error) {
    if (found.isUnsupported) return <Note text={strings.unsupported} />;
    return <InlineFailure message={strings.failed} onRetry={found.retry} retrying={isFetching} />;
  }
  if (isLoading) return <Note text={strings.searching} />;
  return (
    <>
      {hits.length === 0 && <Note text={hasMore ? strings.emptySoFar : strings.empty} />}
      {hasMore && (
        <p className="flex justify-center p-2">
          <Button size="sm" onClick={found.readMore} pending={isFetching} pendingLabel={strings.searching}>
            {strings.more}
          </Button>
        </p>
      )}
    </>
  );
}

function Note({ text }: { readonly text: string }) {
  return (
    <p role="status" className="px-3 py-2 text-center text-ink-muted text-sm">
      {text}
    </p>
  );
}
