import { createContext, useCallback, useContext, useRef, useState } from 'react';
import { safeImageUrl } from '../lib/safe-url.ts';

/**
 * Refetches the data that contains an image, given its URL: the URL of a private image is signed and expires within the
 * hour; a refetch returns a new one.
 */
export const RefreshImage = createContext<(url: string) => void>(() => undefined);

const REFRESHED_AGAIN_AFTER_MS = 60_000;

/**
 * @returns `refresh` for {@link RefreshImage}, called at most once a minute for each image: the refetched data may
 *   contain a URL that fails too, for instance of a server whose clock is wrong
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

export interface LoadableImage {
  /** A safe `src` for an `<img>`; undefined where the URL is unsafe or the image failed to load. */
  readonly src: string | undefined;
  readonly onError: () => void;
  readonly retry: () => void;
}

/** The state of an `<img>` of a user-supplied URL. Another URL is tried anew. */
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
