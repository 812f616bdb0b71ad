import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { CacheSnapshot, WindowVirtualizerHandle } from 'virtua';
import { isBackToPlace } from './user-page-state.ts';
import { formatUserQuery, type UserQuery } from './users.filters.ts';
import { usersKeys } from './users.keys.ts';
import { LIST_KEPT_MS } from './users.queries.ts';

interface Place {
  readonly scrollTop: number;
  readonly sizes: CacheSnapshot;
  readonly rowCount: number;
}

/**
 * Keeps the place in a list while one looks at a user, and goes back to it on the way back.
 * @returns the rows' measured sizes, for the virtualizer to begin with
 */
export function useListPlace(
  query: UserQuery,
  rowCount: number,
  virtualizer: RefObject<WindowVirtualizerHandle | null>,
): CacheSnapshot | undefined {
  const client = useQueryClient();
  const goesBack = useNavigationType() === 'POP';
  const sentBack = isBackToPlace(useLocation().state);
  const [place] = useState(() => {
    const kept = client.getQueryData<Place>(usersKeys.listPosition(query));
    return goesBack || sentBack ? kept : undefined;
  });

  useLayoutEffect(() => {
    if (!place) return;
    window.scrollTo(0, place.scrollTop);
    // The layout takes a new screen to its top after this; the place is taken again behind it.
    const frame = requestAnimationFrame(() => window.scrollTo(0, place.scrollTop));
    return () => cancelAnimationFrame(frame);
  }, [place]);

  useLayoutEffect(() => {
    const handle = virtualizer.current;
    return () => {
      if (!handle) return;
      client.setQueryDefaults(usersKeys.listPositions, { gcTime: LIST_KEPT_MS });
      client.setQueryData(usersKeys.lastListSearch, formatUserQuery(query).toString());
      client.setQueryData<Place>(usersKeys.listPosition(query), {
        scrollTop: window.scrollY,
        sizes: handle.cache,
        rowCount,
      });
    };
  }, [client, query, rowCount, virtualizer]);

  return place?.rowCount === rowCount ? place.sizes : undefined;
}

/** The address of the list as it was last left, without its path; '' if it was not open of late. */
export function useLastListSearch(): string {
  return useQueryClient().getQueryData<string>(usersKeys.lastListSearch) ?? '';
}
