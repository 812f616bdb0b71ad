import { getBulk, listBulks } from '@hai-dang/contract/moderation/bulk.endpoints.ts';
import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf, toData } from '../../lib/endpoint-query.ts';

const NONE: readonly Bulk[] = [];

/** The actions that run, and the newest of the last day; none from a backend that does not know them. */
export function useBulks(): readonly Bulk[] {
  const { data = NONE } = useQuery({
    ...queryOf(listBulks),
    select: toData,
    // Events keep it up to date.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data;
}

/** One action, with the first of the subjects that were left alone. */
export const useBulk = (id: string) => useQuery({ ...queryOf(getBulk, { params: { id } }), select: toData, gcTime: 0 });
