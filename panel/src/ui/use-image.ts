import { createContext, useCallback, useContext, useRef, useState } from 'react';
import { safeImageUrl } from '../lib/safe-url.ts';

/**
 * Loads again what has named an image, given its URL: one of an image that not everybody may see is signed and ends within
 * the hour, and is sent anew then.
 */
export const RefreshImage = createContext<(url: string) => void>(() => undefined);

const REFRESHED_AGAIN_AFTER_MS = 60_000;

/**
 * @returns `refresh` for {@link RefreshImage}, called once a minute at most for each image: what is loaded again may name it by
 *   a URL that fails too, as that of a server whose clock is wrong
 */
export function useImageRefresh(refresh: (url: string) => void): (url: string) => void {
  const refreshedAt = useRef(new Map<string, number>());
  return useCallback(
    (url) => {
      const [image = url] = url.split('?');
      if (Date.now() - (refreshedAt.current.get(image) ?? 0) < REFRESHED_AGAIN_AFTER_MS) return;
      refreshedAt.current.set(image, Date.now());
      refresh(url);
    },
    [refresh],
  );
}

interface LoadableImage {
  /** Fit for an `<img>`; undefined where the URL is unsafe or nothing has come from it. */
  readonly src: string | undefined;
  readonly onError: () => void;
  readonly retry: () => void;
}

/** What an `<img>` of somebody's image needs. Another URL is tried anew. */
export function useImage(url: string | null | undefined): LoadableImage {
  const refresh = useContext(RefreshImage);
  const wanted = safeImageUrl(url);
  const [failed, setFailed] = useState<string>();
  return {
    src: wanted === failed ? undefined : wanted,
    onError() {
      setFailed(wanted);
      if (url?.includes('signature=')) refresh(url);
    },
    retry: () => setFailed(undefined),
  };
}
