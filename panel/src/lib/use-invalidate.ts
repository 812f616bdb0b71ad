import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** For a mutation's onSettled: invalidates all that is cached under a key. */
export function useInvalidate(queryKey: QueryKey): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey });
}
