import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { CacheSnapshot, WindowVirtualizerHandle } from 'virtua';
import { stateField } from './history-state.ts';

/** How long a list, and the scroll position in it, stay in the cache while something that it lists is open. */
export const LIST_GC_TIME_MS = 15 * 60_000;

interface ScrollPosition {
  readonly scrollTop: number;
  readonly sizes: CacheSnapshot;
  readonly rowCount: number;
}

/**
 * State of a link or redirect that leads back to a list where it was left, as the browser's Back does. The list restores
 * its scroll position, and the layout, which starts every other screen at its top, leaves it alone.
 */
export const RESTORE_SCROLL = { restoreScroll: true } as const;

const isRestoringScroll = (state: unknown): boolean => stateField(state, 'restoreScroll') === true;

interface ScrollPositionOptions {
  /** The list's name among the cache keys of its feature. */
  readonly feature: string;
  /** The list's URL without its path. */
  readonly search: string;
  readonly rowCount: number;
  readonly virtualizer: RefObject<WindowVirtualizerHandle | null>;
}

const positionsKey = (feature: string): QueryKey => [feature, 'scroll-position'];
const positionKey = (feature: string, search: string): QueryKey => [feature, 'scroll-position', search];
const lastSearchKey = (feature: string): QueryKey => [feature, 'scroll-position', 'last', 'search'];

/**
 * Keeps the scroll position of a list while something that it lists is open, and restores it on the way back.
 * @returns the rows' measured sizes, for the virtualizer to begin with
 */
export function useScrollPosition({
  feature,
  search,
  rowCount,
  virtualizer,
}: ScrollPositionOptions): CacheSnapshot | undefined {
  const client = useQueryClient();
  const goesBack = useNavigationType() === 'POP';
  const isSentBack = isRestoringScroll(useLocation().state);
  const [position] = useState(() => {
    const cached = client.getQueryData<ScrollPosition>(positionKey(feature, search));
    return goesBack || isSentBack ? cached : undefined;
  });

  useLayoutEffect(() => {
    if (position || isSentBack) window.scrollTo(0, position?.scrollTop ?? 0);
  }, [position, isSentBack]);

  useLayoutEffect(() => {
    const handle = virtualizer.current;
    return () => {
      if (!handle) return;
      client.setQueryDefaults(positionsKey(feature), { gcTime: LIST_GC_TIME_MS });
      client.setQueryData(lastSearchKey(feature), search);
      client.setQueryData<ScrollPosition>(positionKey(feature, search), {
        scrollTop: window.scrollY,
        sizes: handle.cache,
        rowCount,
      });
    };
  }, [client, feature, search, rowCount, virtualizer]);

  return position?.rowCount === rowCount ? position.sizes : undefined;
}

/** The URL of a feature's list as it was last left, without its path; '' if it was not open of late. */
export function useLastListSearch(feature: string): string {
  return useQueryClient().getQueryData<string>(lastSearchKey(feature)) ?? '';
}
