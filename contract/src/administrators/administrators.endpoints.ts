import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema } from '../lib/envelope.ts';
import { idParamsSchema } from '../lib/fields.ts';
import {
  acceptInvitationBodySchema,
  getInvitationBodySchema,
  invitationResponseSchema,
  inviteAdministratorBodySchema,
  inviteAdministratorResponseSchema,
  listAdministratorsBodySchema,
  listAdministratorsResponseSchema,
} from './administrators.schema.ts';

export const listAdministrators = defineEndpoint({
  name: 'listAdministrators',
  feature: 'administrators',
  method: 'POST',
  path: '/api/admin/administrators',
  access: 'admin',
  summary: 'Administrators, newest first, after the invitations that can still be accepted',
  mutates: false,
  isHeavy: true,
  body: listAdministratorsBodySchema,
  response: listAdministratorsResponseSchema,
});

export const inviteAdministrator = defineEndpoint({
  name: 'inviteAdministrator',
  feature: 'administrators',
  method: 'POST',
  path: '/api/admin/administrators/invite',
  access: 'admin',
  requiresReauthentication: true,
  summary: 'Invite somebody to become an administrator; an earlier invitation of the same e-mail is withdrawn',
  mutates: true,
  body: inviteAdministratorBodySchema,
  response: inviteAdministratorResponseSchema,
  status: 201,
});

export const withdrawInvitation = defineEndpoint({
  name: 'withdrawInvitation',
  feature: 'administrators',
  method: 'DELETE',
  path: '/api/admin/administrators/invitations/:id',
  access: 'admin',
  requiresReauthentication: true,
  summary: 'Withdraw an invitation',
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});

/** Unlike {@link disableUser} of the specification it asks for the password. */
export const disableAdministrator = defineEndpoint({
  name: 'disableAdministrator',
  feature: 'administrators',
  method: 'POST',
  path: '/api/admin/administrators/:id/disable',
  access: 'admin',
  requiresReauthentication: true,
  summary: 'Switch an administrator off: all sessions end; idempotent',
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});

export const enableAdministrator = defineEndpoint({
  name: 'enableAdministrator',
  feature: 'administrators',
  method: 'POST',
  path: '/api/admin/administrators/:id/enable',
  access: 'admin',
  requiresReauthentication: true,
  summary: 'Switch an administrator on again; idempotent',
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});

export const endAdministratorSessions = defineEndpoint({
  name: 'endAdministratorSessions',
  feature: 'administrators',
  method: 'POST',
  path: '/api/admin/administrators/:id/end-sessions',
  access: 'admin',
  requiresReauthentication: true,
  summary: 'End all sessions of another administrator; idempotent',
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});

export const resetAdministratorSecondFactor = defineEndpoint({
  name: 'resetAdministratorSecondFactor',
  feature: 'administrators',
  method: 'POST',
  path: '/api/admin/administrators/:id/reset-second-factor',
  access: 'admin',
  requiresReauthentication: true,
  summary: 'Take off the two-factor of another administrator who has lost it: all sessions end',
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});

/** A POST, so that the token is in no URL. */
export const getInvitation = defineEndpoint({
  name: 'getInvitation',
  feature: 'administrators',
  method: 'POST',
  path: '/api/invitation',
  access: 'public',
  summary: 'Whom an invitation is for',
  mutates: false,
  body: getInvitationBodySchema,
  response: invitationResponseSchema,
});

export const acceptInvitation = defineEndpoint({
  name: 'acceptInvitation',
  feature: 'administrators',
  method: 'POST',
  path: '/api/invitation/accept',
  access: 'public',
  summary: 'Become an administrator by an invitation, once',
  mutates: true,
  body: acceptInvitationBodySchema,
  response: acknowledgementSchema,
});
