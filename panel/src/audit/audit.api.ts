import { listAuditActors, listAuditEntries } from '@hai-dang/contract/audit/audit.endpoints.ts';
import type { AuditActor, AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { type ListPage, toListPage } from '../lib/infinite-pages.ts';
import type { AuditQuery } from './audit.filters.ts';

/**
 * One page of the audit log.
 * @param cursor the start of the page; null for the first
 * @throws ApiError
 */
export async function fetchAuditPage(
  query: AuditQuery,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ListPage<AuditEntry>> {
  const { data, pagination } = await callEndpoint(listAuditEntries, { body: { ...query, cursor }, signal });
  return toListPage(data, pagination);
}

/** Administrators to filter by. @throws ApiError */
export async function fetchAuditActors(signal: AbortSignal): Promise<readonly AuditActor[]> {
  return (await callEndpoint(listAuditActors, { signal })).data;
}
