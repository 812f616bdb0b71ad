import { listAuditActors, listAuditEntries } from '@hai-dang/contract/audit/audit.endpoints.ts';
import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { listOf, queryOf, toData } from '../lib/endpoint-query.ts';
import { toListPage } from '../lib/infinite-pages.ts';
import type { Prefetch } from '../lib/query-client.ts';
import { type InfiniteList, prefetchList, useInfiniteList } from '../lib/use-infinite-list.ts';
import { type AuditQuery, auditUrl } from './audit.filters.ts';

export type AuditList = InfiniteList<AuditEntry>;

const entriesOf = (query: AuditQuery) =>
  listOf(listAuditEntries, { body: query }, ({ data, pagination }) => toListPage(data, pagination));

/** The audit log, newest first. */
export const useAuditList = (query: AuditQuery): AuditList => useInfiniteList(entriesOf(query));

/** Prefetches the beginning of the log. */
export const prefetchAuditList: Prefetch = (client, { params }) =>
  prefetchList(client, entriesOf(auditUrl.parse(params)));

/** Administrators to filter by; without them the other filters still work. */
export const useAuditActors = () => useQuery({ ...queryOf(listAuditActors), select: toData });
