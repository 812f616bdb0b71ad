import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import type { Prefetch } from '../lib/prefetch.ts';
import { type PagedList, type PagedListSource, prefetchList, usePagedList } from '../lib/use-paged-list.ts';
import { fetchAuditPage } from './audit.api.ts';
import { type AuditQuery, auditUrl } from './audit.filters.ts';
import { auditKeys } from './audit.keys.ts';

export type AuditList = PagedList<AuditEntry>;

const listOf = (query: AuditQuery): PagedListSource<AuditEntry, unknown> => ({
  subject: auditUrl.format(query).toString(),
  queryKey: auditKeys.entries(query),
  pageKey: (cursor) => auditKeys.page(query, cursor),
  fetchPage: (cursor, signal) => fetchAuditPage(query, cursor, signal),
});

/** The audit log, newest first. */
export const useAuditList = (query: AuditQuery): AuditList => usePagedList(listOf(query));

/** Prefetches its beginning. */
export const prefetchAuditList: Prefetch = (client, { params }) => prefetchList(client, listOf(auditUrl.parse(params)));
