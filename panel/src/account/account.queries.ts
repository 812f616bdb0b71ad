import { getAccount, listOwnSessions } from '@hai-dang/contract/account/account.endpoints.ts';
import type { EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf, queryOrNull } from '../lib/endpoint-query.ts';

/** Changes by other sessions, perhaps an attacker's, are shown whenever the screen is opened. */
const ALWAYS_READ_AGAIN = { staleTime: 0 };

const toAccount = (response: EndpointResponse<typeof getAccount> | null) => response?.account ?? null;
const toSessions = ({ sessions }: EndpointResponse<typeof listOwnSessions>) => sessions;

/** The own account; null from a backend without this endpoint. */
export const useAccount = () => useQuery({ ...ALWAYS_READ_AGAIN, ...queryOrNull(getAccount), select: toAccount });

/** The sessions of the own account, last used first. */
export const useOwnSessions = () => useQuery({ ...ALWAYS_READ_AGAIN, ...queryOf(listOwnSessions), select: toSessions });
