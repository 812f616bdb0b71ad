import { getUserRecord } from '@hai-dang/contract/moderation/record.endpoints.ts';
import type { UserRecord } from '@hai-dang/contract/moderation/record.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';

/** A user's points, decisions, and reports in numbers (ours). @throws ApiError */
export async function fetchUserRecord(id: string, signal: AbortSignal): Promise<UserRecord> {
  return (await callEndpoint(getUserRecord, { params: { id }, body: {}, signal })).data;
}
