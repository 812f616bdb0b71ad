import { type Query, QueryClient, type RefetchOptions, type RefetchQueryFilters } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const STALE_AFTER_MS = 15_000;
const MAX_RETRIES = 1;
/** A longer list is not refetched automatically: that takes one call per page. */
const MAX_PAGES_REFETCHED = 4;

/** Retries only transient failures: no response at all, or a gateway that is briefly unavailable. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504;
}

const isLoadingNextPage = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore !== undefined;

/** Refetches a list whose next page is being loaded after that: a refetch would cancel it, and the press on 'more' be lost. */
class PanelQueryClient extends QueryClient {
  override async refetchQueries(filters: RefetchQueryFilters = {}, options?: RefetchOptions): Promise<void> {
    const busy = this.getQueryCache().findAll(filters).filter(isLoadingNextPage);
    const refetch = (query: Query) => super.refetchQueries({ ...filters, predicate: (one) => one === query }, options);
    const others = super.refetchQueries(
      { ...filters, predicate: (query) => !busy.includes(query) && (filters.predicate?.(query) ?? true) },
      options,
    );
    const later = busy.map(async (query) => {
      await query.promise?.catch(() => undefined);
      await refetch(query);
    });
    await Promise.all([others, ...later]);
  }
}

const hasFailedNextPage = ({ state }: Query): boolean => state.fetchMeta?.fetchMore?.direction === 'forward';

/**
 * Asks again for what is shown and has failed: of a list whose next page has failed that page alone, since a refetch would end
 * the error, and the press on 'more' be lost. Never rejects.
 */
export async function repeatFailed(client: QueryClient): Promise<void> {
  const hasFailed = ({ state }: Query) => state.status === 'error';
  const lists = client.getQueryCache().findAll({ type: 'active', predicate: hasFailed }).filter(hasFailedNextPage);
  const others = client.refetchQueries({
    type: 'active',
    predicate: (query) => hasFailed(query) && !lists.includes(query),
  });
  const again = lists.map((query) => query.fetch(undefined, { meta: { fetchMore: { direction: 'forward' } } }));
  await Promise.allSettled([others, ...again]);
}

/** The panel's cache of the server's responses. */
export function createQueryClient(): QueryClient {
  return new PanelQueryClient({
    defaultOptions: {
      // 'always': without a network a call fails with a message and a retry button instead of being paused silently.
      queries: { retry: shouldRetry, staleTime: STALE_AFTER_MS, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Whether a list has so few pages cached that all of them may be refetched; true for a query that is no list. */
export const hasFewPages = (query: { readonly state: { readonly data?: unknown } }): boolean =>
  ((query.state.data as { readonly pages?: readonly unknown[] } | null | undefined)?.pages?.length ?? 0) <=
  MAX_PAGES_REFETCHED;

/** Where a link leads. */
export interface LinkTarget {
  /** The last segment of the path: the id of the screen's subject. */
  readonly id: string;
  readonly params: URLSearchParams;
}

/**
 * Loads a screen's first data into the cache, by the screen's own queries: fresh data is not loaded again. Exported by
 * the screen's module, so that it is in its chunk. Never rejects.
 */
export type Prefetch = (client: QueryClient, target: LinkTarget) => Promise<unknown>;
