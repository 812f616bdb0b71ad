import { DASHBOARD_REFETCH_INTERVAL_MS } from '@hai-dang/contract/constants.ts';
import { useQuery } from '@tanstack/react-query';
import { fetchDashboardStats } from './stats.api.ts';
import { statsKeys } from './stats.keys.ts';

/** The dashboard's numbers, asked for again every five minutes (specification, section 2). */
export function useDashboardStats() {
  return useQuery({
    queryKey: statsKeys.dashboard,
    queryFn: ({ signal }) => fetchDashboardStats(signal),
    refetchInterval: DASHBOARD_REFETCH_INTERVAL_MS,
  });
}
