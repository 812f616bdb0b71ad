import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const STALE_AFTER_MS = 15_000;
const MAX_RETRIES = 1;
/** A longer list is not loaded again by itself: that would be one call per page. */
const MAX_PAGES_REFETCHED = 4;

/** Only what may pass by itself is tried again: no answer at all, or a gateway that is briefly down. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504;
}

/** The panel's cache of what the server answered. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always': without a network a call fails with a message and a retry, it does not wait in silence.
      queries: { retry: shouldRetry, staleTime: STALE_AFTER_MS, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Whether so little of a list is cached that all of it may be loaded again; true of what is no list. */
export const hasFewPages = (query: { readonly state: { readonly data?: unknown } }): boolean =>
  ((query.state.data as { readonly pages?: readonly unknown[] } | null | undefined)?.pages?.length ?? 0) <=
  MAX_PAGES_REFETCHED;
