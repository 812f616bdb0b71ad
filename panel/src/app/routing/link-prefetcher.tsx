import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startLinkPrefetch } from './link-prefetch.ts';

/** Starts the prefetching of links; without it every link still works. */
export function LinkPrefetcher(): null {
  const client = useQueryClient();
  useEffect(() => startLinkPrefetch(client), [client]);
  return null;
}
