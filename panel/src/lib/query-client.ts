import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const STALE_AFTER_MS = 15_000;
const MAX_RETRIES = 1;

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
