import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema, successSchema } from '../lib/envelope.ts';
import { idParamsSchema, optionalTextSchema } from '../lib/fields.ts';
import {
  listUsersBodySchema,
  listUsersResponseSchema,
  searchUsersBodySchema,
  searchUsersResponseSchema,
  userChangedResponseSchema,
  userDetailSchema,
  userStatusResponseSchema,
} from './users.schema.ts';

export const listUsers = defineEndpoint({
  name: 'listUsers',
  method: 'POST',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Users, newest first, by filters and cursor',
  mutates: false,
  body: listUsersBodySchema,
  response: listUsersResponseSchema,
  aliases: [
    { method: 'GET', path: '/api/admin/users' },
    { method: 'GET', path: '/api/admin/users/all' },
    { method: 'POST', path: '/api/admin/users/all' },
  ],
});

export const searchUsers = defineEndpoint({
  name: 'searchUsers',
  method: 'POST',
  path: '/api/admin/users/search',
  access: 'admin',
  summary: 'Users whose name, e-mail or phone contains a term, case and Vietnamese marks ignored, the best match first',
  mutates: false,
  body: searchUsersBodySchema,
  response: searchUsersResponseSchema,
});

export const getUserStatus = defineEndpoint({
  name: 'getUserStatus',
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
  method: 'POST',
  path: '/api/admin/users/:id/disable',
  access: 'admin',
  summary: 'Disable an account and end its sessions; idempotent',
  mutates: true,
  params: idParamsSchema,
  response: userChangedResponseSchema,
});

export const enableUser = defineEndpoint({
  name: 'enableUser',
  method: 'POST',
  path: '/api/admin/users/:id/enable',
  access: 'admin',
  summary: 'Enable an account; idempotent',
  mutates: true,
  params: idParamsSchema,
  response: userChangedResponseSchema,
});

export const deleteUser = defineEndpoint({
  name: 'deleteUser',
  method: 'DELETE',
  path: '/api/admin/users/:id',
  access: 'admin',
  requiresReauthentication: true,
  summary: 'Delete an account and all that depends on it, for good',
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});

export const getUserDetail = defineEndpoint({
  name: 'getUserDetail',
  method: 'POST',
  path: '/api/admin/users/detail/:id',
  access: 'admin',
  summary: "A user's profile",
  mutates: false,
  params: idParamsSchema,
  body: z.object({}),
  response: successSchema(userDetailSchema),
});
