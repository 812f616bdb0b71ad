import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** What a mutation ends with: all that is cached under a key is loaded anew. */
export function useInvalidate(queryKey: QueryKey): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey });
}
