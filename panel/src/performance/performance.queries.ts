import { getPerformance } from '@hai-dang/contract/performance/performance.endpoints.ts';
import type { Performance, PerformancePeriod } from '@hai-dang/contract/performance/performance.schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../lib/api-client.ts';
import type { Prefetch } from '../lib/query-client.ts';
import { performanceUrl, periodOf } from './performance.filters.ts';

/** The events are counted once a minute. */
const REFETCH_INTERVAL_MS = 60_000;

const queryOf = (period: PerformancePeriod) => ({
  queryKey: ['performance', period.from, period.to],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Performance> =>
    (await callEndpoint(getPerformance, { body: period, signal })).data,
});

/** The figures of a period; those of the former one stay until they are loaded. */
export const usePerformance = (period: PerformancePeriod) =>
  useQuery({ ...queryOf(period), refetchInterval: REFETCH_INTERVAL_MS, placeholderData: keepPreviousData });

/** Prefetches the figures of the period behind a link. */
export const prefetchPerformance: Prefetch = (client, { params }) =>
  client.prefetchQuery(queryOf(periodOf(performanceUrl.parse(params))));
