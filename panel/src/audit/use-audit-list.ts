import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import type { ReadAhead } from '../lib/read-ahead.ts';
import { type PagedList, type PagedListSource, readListAhead, usePagedList } from '../lib/use-paged-list.ts';
import { fetchAuditPage } from './audit.api.ts';
import { type AuditQuery, formatAuditQuery, parseAuditQuery } from './audit.filters.ts';
import { auditKeys } from './audit.keys.ts';

export type AuditList = PagedList<AuditEntry>;

const listOf = (query: AuditQuery): PagedListSource<AuditEntry, unknown> => ({
  subject: formatAuditQuery(query).toString(),
  queryKey: auditKeys.entries(query),
  pageKey: (cursor) => auditKeys.page(query, cursor),
  fetchPage: (cursor, signal) => fetchAuditPage(query, cursor, signal),
});

/** The trail, newest first. */
export const useAuditList = (query: AuditQuery): AuditList => usePagedList(listOf(query));

/** Reads its beginning ahead. */
export const readAuditListAhead: ReadAhead = (client, { params }) =>
  readListAhead(client, listOf(parseAuditQuery(params)));
