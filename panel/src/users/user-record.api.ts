import { getUserRecord } from '@hai-dang/contract/moderation/record.endpoints.ts';
import type { UserRecord } from '@hai-dang/contract/moderation/record.schema.ts';
import type { RelatedAccounts } from '@hai-dang/contract/users/related-accounts.schema.ts';
import { listRelatedAccounts } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { callEndpoint } from '../lib/api-client.ts';

/** A user's points, decisions, and reports in numbers (ours). @throws ApiError */
export async function fetchUserRecord(id: string, signal: AbortSignal): Promise<UserRecord> {
  return (await callEndpoint(getUserRecord, { params: { id }, body: {}, signal })).data;
}

/** Accounts that have something in common with a user's (ours). @throws ApiError */
export async function fetchRelatedAccounts(id: string, signal: AbortSignal): Promise<RelatedAccounts> {
  return (await callEndpoint(listRelatedAccounts, { params: { id }, body: {}, signal })).data;
}
