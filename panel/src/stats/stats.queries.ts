import { DASHBOARD_REFETCH_INTERVAL_MS } from '@hai-dang/contract/constants.ts';
import { getDashboardStats } from '@hai-dang/contract/stats/stats.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf, toData } from '../lib/endpoint-query.ts';
import { REQUESTED_TREND_DAYS } from './trend.ts';

/**
 * The dashboard's metrics, with the daily series where the backend has it. Refetched every five minutes (specification, section 2)
 * and whenever the screen is opened: rows deleted a moment ago must no longer be counted.
 */
export const useDashboardStats = () =>
  useQuery({
    ...queryOf(getDashboardStats, { body: { days: REQUESTED_TREND_DAYS } }),
    select: toData,
    staleTime: 0,
    refetchInterval: DASHBOARD_REFETCH_INTERVAL_MS,
  });
