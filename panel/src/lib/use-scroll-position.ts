import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { CacheSnapshot, WindowVirtualizerHandle } from 'virtua';
import { stateField } from './location.ts';

/** How long a list and its scroll position stay cached while one of its items is open. */
export const LIST_GC_TIME_MS = 15 * 60_000;

interface ScrollPosition {
  readonly scrollTop: number;
  readonly sizes: CacheSnapshot;
  readonly rowCount: number;
}

/**
 * State of a link or redirect that leads back to a list at its last scroll position, as the browser's Back does. The
 * list restores its scroll position; the layout, which scrolls every other screen to its top, does nothing.
 */
export const RESTORE_SCROLL = { restoreScroll: true } as const;

const isRestoringScroll = (state: unknown): boolean => stateField(state, 'restoreScroll') === true;

interface ScrollPositionOptions {
  /** The list's name among the query keys of its feature. */
  readonly feature: string;
  /** The query string of the list's URL. */
  readonly search: string;
  readonly rowCount: number;
  readonly virtualizer: RefObject<WindowVirtualizerHandle | null>;
}

const positionsKey = (feature: string): QueryKey => [feature, 'scroll-position'];
const positionKey = (feature: string, search: string): QueryKey => [feature, 'scroll-position', search];
const lastSearchKey = (feature: string): QueryKey => [feature, 'scroll-position', 'last', 'search'];

/**
 * Stores the scroll position of a list while one of its items is open, and restores it on the way back.
 * @returns the rows' measured sizes, the initial cache of the virtualizer
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

/** The last query string of a feature's list; '' if it was not open recently. */
export function useLastListSearch(feature: string): string {
  return useQueryClient().getQueryData<string>(lastSearchKey(feature)) ?? '';
}
