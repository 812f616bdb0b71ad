import type { RelatedAccounts } from '@hai-dang/contract/users/related-accounts.schema.ts';
import { listRelatedAccounts } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { callEndpoint } from '../lib/api-client.ts';

/** Accounts that have something in common with a user's (ours). @throws ApiError */
export async function fetchRelatedAccounts(id: string, signal: AbortSignal): Promise<RelatedAccounts> {
  return (await callEndpoint(listRelatedAccounts, { params: { id }, body: {}, signal })).data;
}
