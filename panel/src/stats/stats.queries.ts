import { DASHBOARD_REFETCH_INTERVAL_MS } from '@hai-dang/contract/constants.ts';
import { useQuery } from '@tanstack/react-query';
import { fetchDashboardStats } from './stats.api.ts';
import { statsKeys } from './stats.keys.ts';

/**
 * The dashboard's numbers, asked for again every five minutes (specification, section 2) and whenever one comes back
 * to it: what was deleted a moment ago must not be counted still.
 */
export function useDashboardStats() {
  return useQuery({
    queryKey: statsKeys.dashboard,
    queryFn: ({ signal }) => fetchDashboardStats(signal),
    staleTime: 0,
    refetchInterval: DASHBOARD_REFETCH_INTERVAL_MS,
  });
}
