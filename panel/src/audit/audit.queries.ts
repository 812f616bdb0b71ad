import { useQuery } from '@tanstack/react-query';
import { fetchAuditActors } from './audit.api.ts';
import { auditKeys } from './audit.keys.ts';

/** Administrators to filter by; without them the other filters still work. */
export function useAuditActors() {
  return useQuery({ queryKey: auditKeys.actors, queryFn: ({ signal }) => fetchAuditActors(signal) });
}
