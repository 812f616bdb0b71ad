import { Button } from '../../ui/button.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import type { FoundMessages } from './message-search.queries.ts';
import { messageSearchStrings as strings } from './message-search.strings.ts';

/** The state of the message search, below the results or in place of them. */
export function SearchState({ found }: { readonly found: FoundMessages }) {
  const note = noteOf(found);
  return (
    <>
      {/* Always rendered: a live region that is added together with its text is not announced. */}
      <p role="status" className={note === '' ? 'sr-only' : 'px-3 py-2 text-center text-ink-muted text-sm'}>
        {note}
      </p>
      {found.error && !found.isUnsupported && (
        <InlineError message={strings.failed} onRetry={found.retry} retrying={found.isFetching} />
      )}
      {!found.error && found.hasMore && (
        <p className="flex justify-center p-2">
          <Button size="sm" onClick={found.readMore} pending={found.isFetching} pendingLabel={strings.searching}>
            {strings.more}
          </Button>
        </p>
      )}
    </>
  );
}

function noteOf({ hits, isLoading, hasMore, error, isUnsupported }: FoundMessages): string {
  if (error) return isUnsupported ? strings.unsupported : '';
  if (isLoading) return strings.searching;
  if (hits.length > 0) return '';
  return hasMore ? strings.emptySoFar : strings.empty;
}
