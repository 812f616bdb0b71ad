import { quickSearch } from '@hai-dang/contract/quick-search/quick-search.endpoints.ts';
import type { QuickSearchResult } from '@hai-dang/contract/quick-search/quick-search.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOrNull, toDataOrNull } from '../lib/endpoint-query.ts';
import { useDebouncedValue } from '../lib/use-debounced-value.ts';

const DEBOUNCE_MS = 200;

interface QuickSearch {
  /** The results for this term, never for an older one; null from a backend without the call. */
  readonly found: QuickSearchResult | null | undefined;
  readonly isSearching: boolean;
  readonly error: Error | null;
  readonly isRetrying: boolean;
  readonly retry: () => void;
}

/**
 * Fetches what the server finds for a term, after a pause in typing.
 * @param isWanted false where nothing is to be asked
 */
export function useQuickSearch(term: string, isWanted: boolean): QuickSearch {
  const settled = useDebouncedValue(term, DEBOUNCE_MS);
  const isCurrent = isWanted && settled === term;
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOrNull(quickSearch, { body: { term } }),
    select: toDataOrNull,
    enabled: isCurrent,
  });
  const found = isWanted ? data : undefined;
  return {
    found,
    isSearching: isWanted && found === undefined && !error,
    error: isWanted && found === undefined ? error : null,
    isRetrying: isFetching,
    retry: () => void refetch(),
  };
}
