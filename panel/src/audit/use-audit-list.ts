import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import { type PagedList, usePagedList } from '../lib/use-paged-list.ts';
import { fetchAuditPage } from './audit.api.ts';
import { type AuditQuery, formatAuditQuery } from './audit.filters.ts';
import { auditKeys } from './audit.keys.ts';

export type AuditList = PagedList<AuditEntry>;

/** The trail, newest first. */
export function useAuditList(query: AuditQuery): AuditList {
  return usePagedList({
    subject: formatAuditQuery(query).toString(),
    queryKey: auditKeys.entries(query),
    pageKey: (cursor) => auditKeys.page(query, cursor),
    fetchPage: (cursor, signal) => fetchAuditPage(query, cursor, signal),
  });
}
