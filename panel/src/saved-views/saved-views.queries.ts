import type { SavedViewScreen } from '@hai-dang/contract/saved-views/saved-views.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { fetchSavedViews } from './saved-views.api.ts';

export const SAVED_VIEWS_KEY = ['saved-views'] as const;

/** Events invalidate the views; this applies without a socket connection. */
const STALE_AFTER_MS = 300_000;

/** One's own saved views of a list and the shared ones, by name; null from a backend without saved views. */
export const useSavedViews = (screen: SavedViewScreen) =>
  useQuery({
    queryKey: [...SAVED_VIEWS_KEY, screen],
    queryFn: ({ signal }) => fetchSavedViews(screen, signal),
    staleTime: STALE_AFTER_MS,
  });
