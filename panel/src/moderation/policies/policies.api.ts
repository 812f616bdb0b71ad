import {
  createPolicy as createEndpoint,
  disablePolicy as disableEndpoint,
  listPolicies,
  updatePolicy as updateEndpoint,
} from '@hai-dang/contract/moderation/policies.endpoints.ts';
import type { Policy, PolicyFields } from '@hai-dang/contract/moderation/policies.schema.ts';
import { callEndpoint } from '../../lib/api-client.ts';

/** All rules, the most severe first. @throws ApiError */
export async function fetchPolicies(signal: AbortSignal): Promise<readonly Policy[]> {
  return (await callEndpoint(listPolicies, { signal })).data;
}

/** @throws ApiError */
export async function createPolicy(body: PolicyFields): Promise<Policy> {
  return (await callEndpoint(createEndpoint, { body })).data;
}

/** @throws ApiError with CHANGED where a colleague has changed it meanwhile */
export async function updatePolicy(
  { key, version }: Pick<Policy, 'key' | 'version'>,
  body: Partial<PolicyFields> & { readonly isEnabled?: boolean },
): Promise<Policy> {
  return (await callEndpoint(updateEndpoint, { params: { key }, body: { ...body, version } })).data;
}

/** Switches a rule off. @throws ApiError */
export async function disablePolicy(key: string): Promise<Policy> {
  return (await callEndpoint(disableEndpoint, { params: { key } })).data;
}
