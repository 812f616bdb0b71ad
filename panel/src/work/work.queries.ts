import { getWork } from '@hai-dang/contract/work/work.endpoints.ts';
import type { Work } from '@hai-dang/contract/work/work.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../lib/api-client.ts';
import { workKeys } from './work.keys.ts';

/** @throws ApiError */
const fetchWork = async (signal: AbortSignal): Promise<Work> =>
  (await callEndpoint(getWork, { body: {}, signal })).data;

/** What is overdue changes by the clock alone. */
const REFETCH_INTERVAL_MS = 60_000;

/** What waits, in numbers: beside the navigation and first on the dashboard; events keep it right (work.realtime.ts). */
export const useWork = () =>
  useQuery({
    queryKey: workKeys.all,
    queryFn: ({ signal }) => fetchWork(signal),
    refetchInterval: REFETCH_INTERVAL_MS,
  });
