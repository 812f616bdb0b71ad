import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Prefetch } from '../lib/query-client.ts';
import { fetchGuide } from './guide.api.ts';

const guideQuery = queryOptions({
  queryKey: ['guide'],
  queryFn: ({ signal }) => fetchGuide(signal),
  // It changes with the panel alone.
  staleTime: Number.POSITIVE_INFINITY,
});

/** The administrators' guide. */
export const useGuide = () => useQuery(guideQuery);

export const prefetchGuide: Prefetch = (client) => client.prefetchQuery(guideQuery);
