import type { AuditQuery } from './audit.filters.ts';

/** Cache keys of the audit feature. */
export const auditKeys = {
  entries: (query: AuditQuery) => ['audit', 'entries', query] as const,
  /** One page again, after it was let go to save memory. */
  page: (query: AuditQuery, cursor: string | null) => ['audit', 'page', query, cursor] as const,
  actors: ['audit', 'actors'] as const,
};
