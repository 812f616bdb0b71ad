import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import type { Prefetch } from '../lib/prefetch.ts';
import {
  type InfiniteList,
  type InfiniteListOptions,
  prefetchList,
  useInfiniteList,
} from '../lib/use-infinite-list.ts';
import { fetchAuditPage } from './audit.api.ts';
import { type AuditQuery, auditUrl } from './audit.filters.ts';
import { auditKeys } from './audit.keys.ts';

export type AuditList = InfiniteList<AuditEntry>;

const listOf = (query: AuditQuery): InfiniteListOptions<AuditEntry, unknown> => ({
  listKey: auditUrl.format(query).toString(),
  queryKey: auditKeys.entries(query),
  pageKey: (cursor) => auditKeys.page(query, cursor),
  fetchPage: (cursor, signal) => fetchAuditPage(query, cursor, signal),
});

/** The audit log, newest first. */
export const useAuditList = (query: AuditQuery): AuditList => useInfiniteList(listOf(query));

/** Prefetches its beginning. */
export const prefetchAuditList: Prefetch = (client, { params }) => prefetchList(client, listOf(auditUrl.parse(params)));
