import type { AuditQuery } from './audit.filters.ts';

/** Cache keys of the audit feature. */
export const auditKeys = {
  entries: (query: AuditQuery) => ['audit', 'entries', query] as const,
  actors: ['audit', 'actors'] as const,
};
