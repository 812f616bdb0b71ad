import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema, successSchema } from '../lib/envelope.ts';
import { idParamsSchema, optionalTextSchema } from '../lib/fields.ts';
import { relatedAccountsResponseSchema } from './related-accounts.schema.ts';
import { userChangedResponseSchema, userDetailSchema, userStatusResponseSchema } from './users.schema.ts';

export const getUserStatus = defineEndpoint({
  name: 'getUserStatus',
  feature: 'users',
  method: 'POST',
  path: '/api/admin/users/:id/status',
  access: 'admin',
  summary: 'Whether an account is disabled',
  mutates: false,
  params: idParamsSchema,
  /** The path says whom; the specification sends the id here as well. */
  body: z.object({ userId: optionalTextSchema }),
  response: userStatusResponseSchema,
});

export const disableUser = defineEndpoint({
  name: 'disableUser',
  feature: 'users',
  method: 'POST',
  path: '/api/admin/users/:id/disable',
  access: 'admin',
  summary: 'Disable an account and end its sessions; idempotent',
  mutates: true,
  includesCredentials: true,
  params: idParamsSchema,
  response: userChangedResponseSchema,
});

export const enableUser = defineEndpoint({
  name: 'enableUser',
  feature: 'users',
  method: 'POST',
  path: '/api/admin/users/:id/enable',
  access: 'admin',
  summary: 'Enable an account; idempotent',
  mutates: true,
  includesCredentials: true,
  params: idParamsSchema,
  response: userChangedResponseSchema,
});

export const deleteUser = defineEndpoint({
  name: 'deleteUser',
  feature: 'users',
  method: 'DELETE',
  path: '/api/admin/users/:id',
  access: 'admin',
  requiresReauthentication: true,
  summary: 'Delete an account and all that depends on it, for good',
  mutates: true,
  includesCredentials: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});

export const getUserDetail = defineEndpoint({
  name: 'getUserDetail',
  feature: 'users',
  method: 'POST',
  path: '/api/admin/users/detail/:id',
  access: 'admin',
  summary: "A user's profile",
  mutates: false,
  params: idParamsSchema,
  body: z.object({}),
  response: successSchema(userDetailSchema),
});

export const listRelatedAccounts = defineEndpoint({
  name: 'listRelatedAccounts',
  feature: 'users',
  method: 'POST',
  path: '/api/admin/users/:id/related',
  access: 'admin',
  summary: 'Accounts that share an IP or a device with a user, or have a similar name or e-mail',
  mutates: false,
  params: idParamsSchema,
  body: z.object({}),
  response: relatedAccountsResponseSchema,
});
