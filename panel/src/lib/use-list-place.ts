import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { CacheSnapshot, WindowVirtualizerHandle } from 'virtua';

/** How long a list, and the place in it, waits for somebody to come back from what was opened. */
export const LIST_KEPT_MS = 15 * 60_000;

/** Where one was in a list. */
interface Place {
  readonly scrollTop: number;
  readonly sizes: CacheSnapshot;
  readonly rowCount: number;
}

/**
 * State of a link or redirect that leads back to a list where it was left, as the browser's Back does. The list scrolls
 * to that place, and the layout, which starts every other screen at its top, leaves it alone.
 */
export const BACK_TO_PLACE = { backToPlace: true } as const;

function isBackToPlace(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'backToPlace') === true;
}

export interface ListPlaceSource {
  /** The list's name among the cache keys of its feature. */
  readonly feature: string;
  /** The list's address without its path. */
  readonly search: string;
  readonly rowCount: number;
  readonly virtualizer: RefObject<WindowVirtualizerHandle | null>;
}

const placesKey = (feature: string): QueryKey => [feature, 'list-place'];
const placeKey = (feature: string, search: string): QueryKey => [feature, 'list-place', search];
const lastSearchKey = (feature: string): QueryKey => [feature, 'list-place', 'last', 'search'];

/**
 * Keeps the place in a list while one looks at what stands in it, and goes back to it on the way back.
 * @returns the rows' measured sizes, for the virtualizer to begin with
 */
export function useListPlace({ feature, search, rowCount, virtualizer }: ListPlaceSource): CacheSnapshot | undefined {
  const client = useQueryClient();
  const goesBack = useNavigationType() === 'POP';
  const sentBack = isBackToPlace(useLocation().state);
  const [place] = useState(() => {
    const kept = client.getQueryData<Place>(placeKey(feature, search));
    return goesBack || sentBack ? kept : undefined;
  });

  useLayoutEffect(() => {
    if (place || sentBack) window.scrollTo(0, place?.scrollTop ?? 0);
  }, [place, sentBack]);

  useLayoutEffect(() => {
    const handle = virtualizer.current;
    return () => {
      if (!handle) return;
      client.setQueryDefaults(placesKey(feature), { gcTime: LIST_KEPT_MS });
      client.setQueryData(lastSearchKey(feature), search);
      client.setQueryData<Place>(placeKey(feature, search), {
        scrollTop: window.scrollY,
        sizes: handle.cache,
        rowCount,
      });
    };
  }, [client, feature, search, rowCount, virtualizer]);

  return place?.rowCount === rowCount ? place.sizes : undefined;
}

/** The address of a feature's list as it was last left, without its path; '' if it was not open of late. */
export function useLastListSearch(feature: string): string {
  return useQueryClient().getQueryData<string>(lastSearchKey(feature)) ?? '';
}
