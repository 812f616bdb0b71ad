import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import { useQuery } from '@tanstack/react-query';
import type { Prefetch } from '../lib/query-client.ts';
import {
  type InfiniteList,
  type InfiniteListOptions,
  prefetchList,
  useInfiniteList,
} from '../lib/use-infinite-list.ts';
import { fetchAuditActors, fetchAuditPage } from './audit.api.ts';
import { type AuditQuery, auditUrl } from './audit.filters.ts';

/** Query keys of the audit feature. */
const auditKeys = {
  entries: (query: AuditQuery) => ['audit', 'entries', query] as const,
  /** One page that is refetched after it was evicted. */
  page: (query: AuditQuery, cursor: string | null) => ['audit', 'page', query, cursor] as const,
  actors: ['audit', 'actors'] as const,
};

export type AuditList = InfiniteList<AuditEntry>;

const listOf = (query: AuditQuery): InfiniteListOptions<AuditEntry, unknown> => ({
  listKey: auditUrl.format(query).toString(),
  queryKey: auditKeys.entries(query),
  pageKey: (cursor) => auditKeys.page(query, cursor),
  fetchPage: (cursor, signal) => fetchAuditPage(query, cursor, signal),
});

/** The audit log, newest first. */
export const useAuditList = (query: AuditQuery): AuditList => useInfiniteList(listOf(query));

/** Prefetches the beginning of the log. */
export const prefetchAuditList: Prefetch = (client, { params }) => prefetchList(client, listOf(auditUrl.parse(params)));

/** Administrators to filter by; without them the other filters still work. */
export function useAuditActors() {
  return useQuery({ queryKey: auditKeys.actors, queryFn: ({ signal }) => fetchAuditActors(signal) });
}
