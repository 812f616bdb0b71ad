import { listSavedViews } from '@hai-dang/contract/saved-views/saved-views.endpoints.ts';
import type { SavedViewScreen } from '@hai-dang/contract/saved-views/saved-views.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOrNull, toDataOrNull } from '../lib/endpoint-query.ts';

/** Events invalidate the views; this applies without a socket connection. */
const STALE_AFTER_MS = 300_000;

/** One's own saved views of a list and the shared ones, by name; null from a backend without saved views. */
export const useSavedViews = (screen: SavedViewScreen) =>
  useQuery({
    ...queryOrNull(listSavedViews, { body: { screen } }),
    select: toDataOrNull,
    staleTime: STALE_AFTER_MS,
  });
