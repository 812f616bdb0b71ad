import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import {
  exportUsersBodySchema,
  listUsersBodySchema,
  listUsersResponseSchema,
  searchUsersBodySchema,
  searchUsersResponseSchema,
} from './users.schema.ts';

export const listUsers = defineEndpoint({
  name: 'listUsers',
  feature: 'users',
  method: 'POST',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Users, newest first, by filters and cursor',
  mutates: false,
  isHeavy: true,
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
  feature: 'users',
  method: 'POST',
  path: '/api/admin/users/search',
  access: 'admin',
  summary: 'Users whose name, e-mail or phone contains a term, case and Vietnamese marks ignored, the best match first',
  mutates: false,
  isHeavy: true,
  body: searchUsersBodySchema,
  response: searchUsersResponseSchema,
});

export const exportUsers = defineEndpoint({
  name: 'exportUsers',
  feature: 'users',
  method: 'POST',
  path: '/api/admin/users/export',
  access: 'admin',
  summary: 'A list of users as CSV',
  mutates: true,
  body: exportUsersBodySchema,
  response: z.string(),
  media: 'text/csv',
});
