import { getSettings } from '@hai-dang/contract/moderation/settings.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf, toData } from '../../lib/endpoint-query.ts';
import type { Prefetch } from '../../lib/query-client.ts';

const settingsQuery = queryOf(getSettings);

/** The settings of moderation. */
export const useModerationSettings = () => useQuery({ ...settingsQuery, select: toData });

export const prefetchSettings: Prefetch = (client) => client.prefetchQuery(settingsQuery);
