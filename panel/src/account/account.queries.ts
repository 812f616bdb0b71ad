import { useQuery } from '@tanstack/react-query';
import { fetchAccount, fetchSessions } from './account.api.ts';

/** Query keys of the own account. */
export const accountKeys = {
  own: ['account', 'own'] as const,
  sessions: ['account', 'sessions'] as const,
};

/** Changes by other sessions, perhaps an attacker's, are shown whenever the screen is opened. */
const ALWAYS_READ_AGAIN = { staleTime: 0 };

/** The own account; null from a backend without this endpoint. */
export function useAccount() {
  return useQuery({
    ...ALWAYS_READ_AGAIN,
    queryKey: accountKeys.own,
    queryFn: ({ signal }) => fetchAccount(signal),
  });
}

/** The sessions of the own account, last used first. */
export function useOwnSessions() {
  return useQuery({
    ...ALWAYS_READ_AGAIN,
    queryKey: accountKeys.sessions,
    queryFn: ({ signal }) => fetchSessions(signal),
  });
}
