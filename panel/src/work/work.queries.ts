import { getWork } from '@hai-dang/contract/work/work.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf, toData } from '../lib/endpoint-query.ts';

/** The number of overdue reports changes by the clock alone. */
const REFETCH_INTERVAL_MS = 60_000;

/** The counts of what waits: beside the navigation, first on the dashboard; kept right by events (app/realtime-handlers.ts). */
export const useWork = () => useQuery({ ...queryOf(getWork), select: toData, refetchInterval: REFETCH_INTERVAL_MS });
