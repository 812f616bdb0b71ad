import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Starts the prefetching of links. Its code is loaded after the first render; without it every link still works. */
export function LinkPrefetcher(): null {
  const client = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    import('./link-prefetch.ts').then(
      ({ startLinkPrefetch }) => {
        if (!isUnmounted) stop = startLinkPrefetch(client);
      },
      () => undefined,
    );
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [client]);
  return null;
}
