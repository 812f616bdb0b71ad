import {
  acceptInvitation as acceptEndpoint,
  getInvitation,
} from '@hai-dang/contract/administrators/administrators.endpoints.ts';
import type { AcceptInvitationBody, Invitation } from '@hai-dang/contract/administrators/administrators.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';

/** Whom an invitation is for. @throws ApiError */
export async function fetchInvitation(token: string): Promise<Invitation> {
  return (await callEndpoint(getInvitation, { body: { token } })).data;
}

/** Becomes an administrator. @throws ApiError */
export async function acceptInvitation(body: AcceptInvitationBody): Promise<void> {
  await callEndpoint(acceptEndpoint, { body });
}
