import { useQuery } from '@tanstack/react-query';
import { fetchAccount, fetchSessions } from './account.api.ts';
import { accountKeys } from './account.keys.ts';

/** What has been done elsewhere, perhaps by somebody else, is seen whenever one comes back to the screen. */
const ALWAYS_READ_AGAIN = { staleTime: 0 };

/** One's own account; null where the backend knows no such thing. */
export function useAccount() {
  return useQuery({
    ...ALWAYS_READ_AGAIN,
    queryKey: accountKeys.own,
    queryFn: ({ signal }) => fetchAccount(signal),
  });
}

/** Where one is signed in, newest use first. */
export function useOwnSessions() {
  return useQuery({
    ...ALWAYS_READ_AGAIN,
    queryKey: accountKeys.sessions,
    queryFn: ({ signal }) => fetchSessions(signal),
  });
}
