import { DASHBOARD_REFETCH_INTERVAL_MS } from '@hai-dang/contract/constants.ts';
import { getDashboardStats } from '@hai-dang/contract/stats/stats.endpoints.ts';
import type { DashboardStats } from '@hai-dang/contract/stats/stats.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../lib/api-client.ts';
import { REQUESTED_TREND_DAYS } from './trend.ts';

/**
 * The dashboard's metrics, with the daily series where the backend has it.
 * @throws ApiError
 */
async function fetchDashboardStats(signal: AbortSignal): Promise<DashboardStats> {
  return (await callEndpoint(getDashboardStats, { body: { days: REQUESTED_TREND_DAYS }, signal })).data;
}

/**
 * The dashboard's metrics, refetched every five minutes (specification, section 2) and whenever the screen is opened:
 * rows deleted a moment ago must no longer be counted.
 */
export function useDashboardStats() {
  return useQuery({
    queryKey: ['stats', 'dashboard'],
    queryFn: ({ signal }) => fetchDashboardStats(signal),
    staleTime: 0,
    refetchInterval: DASHBOARD_REFETCH_INTERVAL_MS,
  });
}
