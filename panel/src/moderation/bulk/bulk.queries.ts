import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { fetchBulk, fetchBulks } from './bulk.api.ts';
import { bulkKeys } from './bulk.keys.ts';

const NONE: readonly Bulk[] = [];

/** Those that run, and the newest of the last day; none from a backend that does not know them. */
export function useBulks(): readonly Bulk[] {
  const { data = NONE } = useQuery({
    queryKey: bulkKeys.list,
    queryFn: ({ signal }) => fetchBulks(signal),
    // Events keep it up to date.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data;
}

/** One with the first of those that were left alone. */
export const useBulk = (id: string) =>
  useQuery({ queryKey: bulkKeys.detail(id), queryFn: ({ signal }) => fetchBulk(id, signal), gcTime: 0 });
