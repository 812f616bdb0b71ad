import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Prefetch } from '../../lib/query-client.ts';
import { fetchSettings } from './settings.api.ts';
import { settingsKeys } from './settings.keys.ts';

const settingsQuery = queryOptions({
  queryKey: settingsKeys.all,
  queryFn: ({ signal }) => fetchSettings(signal),
});

/** The settings of moderation. */
export const useModerationSettings = () => useQuery(settingsQuery);

export const prefetchSettings: Prefetch = (client) => client.prefetchQuery(settingsQuery);
