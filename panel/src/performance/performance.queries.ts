import { getPerformance } from '@hai-dang/contract/performance/performance.endpoints.ts';
import type { PerformancePeriod } from '@hai-dang/contract/performance/performance.schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf, toData } from '../lib/endpoint-query.ts';
import type { Prefetch } from '../lib/query-client.ts';
import { performanceUrl, periodOf } from './performance.filters.ts';

/** The events are counted once a minute. */
const REFETCH_INTERVAL_MS = 60_000;

const performanceQuery = (period: PerformancePeriod) => queryOf(getPerformance, { body: period });

/** The figures of a period; those of the former one stay until they are loaded. */
export const usePerformance = (period: PerformancePeriod) =>
  useQuery({
    ...performanceQuery(period),
    select: toData,
    refetchInterval: REFETCH_INTERVAL_MS,
    placeholderData: keepPreviousData,
  });

/** Prefetches the figures of the period behind a link. */
export const prefetchPerformance: Prefetch = (client, { params }) =>
  client.prefetchQuery(performanceQuery(periodOf(performanceUrl.parse(params))));
