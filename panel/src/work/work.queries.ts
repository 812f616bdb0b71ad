import { getWork } from '@hai-dang/contract/work/work.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf, toData } from '../lib/endpoint-query.ts';

/** What is overdue changes by the clock alone. */
const REFETCH_INTERVAL_MS = 60_000;

/** What waits, in numbers: beside the navigation and first on the dashboard; events keep it right (work.realtime.ts). */
export const useWork = () => useQuery({ ...queryOf(getWork), select: toData, refetchInterval: REFETCH_INTERVAL_MS });
