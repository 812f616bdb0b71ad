import { useQuery } from '@tanstack/react-query';
import { fetchIsEmailAvailable } from './notifications.api.ts';

/** Whether the server can send e-mail; undefined while that is not known, and where the server does not say. */
export function useIsEmailAvailable(): boolean | undefined {
  const { data } = useQuery({
    queryKey: ['notifications', 'email-available'],
    queryFn: ({ signal }) => fetchIsEmailAvailable(signal),
  });
  return data ?? undefined;
}
