import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Lets links fetch ahead what they lead to. Its code comes once the panel stands; without it nothing is missing. */
export function PreloadBridge(): null {
  const client = useQueryClient();
  useEffect(() => {
    let end: (() => void) | undefined;
    let isOver = false;
    import('./preloading.ts').then(
      ({ followLinks }) => {
        if (!isOver) end = followLinks(client);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [client]);
  return null;
}
