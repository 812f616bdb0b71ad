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

const isFetching = ({ state }: Query): boolean => state.fetchStatus === 'fetching';
const isLoadingNextPage = (query: Query): boolean =>
  isFetching(query) && query.state.fetchMeta?.fetchMore !== undefined;
/** Whether a query is being loaded and has no data yet. */
export const isFirstLoad = (query: Query): boolean => isFetching(query) && query.state.data === undefined;

/**
 * Refetches what is in flight after that, where the library would cancel it or not refetch at all. A list whose next page is
 * being loaded: to cancel would lose the press on 'more'. What is loaded for the first time: the response may be older than the
 * change for which it is refetched.
 */
class PanelQueryClient extends QueryClient {
  /** The refetches to come, one for each query. */
  readonly #later = new Map<Query, Promise<void>>();

  override async refetchQueries(filters: RefetchQueryFilters = {}, options?: RefetchOptions): Promise<void> {
    const isBusy = (query: Query) =>
      isLoadingNextPage(query) || (isFirstLoad(query) && options?.cancelRefetch !== false);
    const busy = this.getQueryCache().findAll(filters).filter(isBusy);
    const others = super.refetchQueries(
      { ...filters, predicate: (query) => !busy.includes(query) && (filters.predicate?.(query) ?? true) },
      options,
    );
    await Promise.all([others, ...busy.map((query) => this.#refetchLater(query, filters, options))]);
  }

  #refetchLater(query: Query, filters: RefetchQueryFilters, options?: RefetchOptions): Promise<void> {
    const later =
      this.#later.get(query) ??
      Promise.resolve(query.promise)
        .catch(() => undefined)
        .then(() => {
          this.#later.delete(query);
          return super.refetchQueries({ ...filters, predicate: (one) => one === query }, options);
        });
    this.#later.set(query, later);
    return later;
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
