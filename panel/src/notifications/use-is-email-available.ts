import { getPreferences } from '@hai-dang/contract/account/preferences.endpoints.ts';
import type { EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOrNull } from '../lib/endpoint-query.ts';

const toIsEmailAvailable = (response: EndpointResponse<typeof getPreferences> | null) => response?.isEmailAvailable;

/** Whether the server can send e-mail; undefined while that is not known, and where the server does not say. */
export const useIsEmailAvailable = (): boolean | undefined =>
  useQuery({ ...queryOrNull(getPreferences), select: toIsEmailAvailable }).data;
