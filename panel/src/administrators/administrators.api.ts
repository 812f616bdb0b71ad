import {
  disableAdministrator as disableEndpoint,
  enableAdministrator as enableEndpoint,
  endAdministratorSessions as endSessionsEndpoint,
  inviteAdministrator as inviteEndpoint,
  listAdministrators,
  resetAdministratorSecondFactor as resetEndpoint,
  withdrawInvitation as withdrawEndpoint,
} from '@hai-dang/contract/administrators/administrators.endpoints.ts';
import type { Administrator, NewInvitation } from '@hai-dang/contract/administrators/administrators.schema.ts';
import { callEndpoint } from '../lib/api-client.ts';
import { type ListPage, toListPage } from '../lib/infinite-pages.ts';

/** How many of the rows are what. */
export interface AdministratorCounts {
  readonly administrators: number;
  readonly invitations: number;
}

/** A page of the administrators; the first begins with the invitations. @throws ApiError */
export async function fetchAdministrators(
  cursor: string | null,
  signal: AbortSignal,
): Promise<ListPage<Administrator, AdministratorCounts>> {
  const { data, pagination } = await callEndpoint(listAdministrators, { body: { cursor }, signal });
  const invitations = data.filter(({ state }) => state === 'invited').length;
  return toListPage(data, pagination, { administrators: pagination.total, invitations });
}

/** @throws ApiError */
export async function inviteAdministrator(email: string): Promise<NewInvitation> {
  return (await callEndpoint(inviteEndpoint, { body: { email } })).data;
}

/** @throws ApiError */
export async function withdrawInvitation(id: string): Promise<void> {
  await callEndpoint(withdrawEndpoint, { params: { id } });
}

/** @throws ApiError */
export async function disableAdministrator(id: string): Promise<void> {
  await callEndpoint(disableEndpoint, { params: { id } });
}

/** @throws ApiError */
export async function enableAdministrator(id: string): Promise<void> {
  await callEndpoint(enableEndpoint, { params: { id } });
}

/** @throws ApiError */
export async function endAdministratorSessions(id: string): Promise<void> {
  await callEndpoint(endSessionsEndpoint, { params: { id } });
}

/** @throws ApiError */
export async function resetAdministratorSecondFactor(id: string): Promise<void> {
  await callEndpoint(resetEndpoint, { params: { id } });
}
