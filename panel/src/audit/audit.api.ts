import { exportAuditEntries, listAuditActors, listAuditEntries } from '@hai-dang/contract/audit/audit.endpoints.ts';
import type { AuditActor, AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import { callEndpoint, openEndpoint } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
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

/**
 * The audit log as a CSV file.
 * @param onProgress called with the number of bytes received so far
 * @throws ApiError, also for a truncated file; an AbortError once `signal` aborts
 */
export async function fetchAuditFile(
  query: AuditQuery,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const response = await openEndpoint(exportAuditEntries, { body: query, signal });
  const parts: BlobPart[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      parts.push(part.value);
      bytes += part.value.byteLength;
      onProgress(bytes);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiError({ status: 0, code: 'NETWORK' });
  }
  return new Blob(parts, { type: exportAuditEntries.media });
}
