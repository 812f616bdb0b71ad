import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { idParamsSchema } from '../lib/fields.ts';
import {
  appealDetailResponseSchema,
  createAppealBodySchema,
  createAppealResponseSchema,
  decideAppealBodySchema,
  listAppealsBodySchema,
  listAppealsResponseSchema,
  listNoticesResponseSchema,
} from './appeals.schema.ts';

/** The app's side: the notices of decisions that concern the caller. */
export const listNotices = defineEndpoint({
  name: 'listNotices',
  feature: 'appeals',
  method: 'POST',
  path: '/api/users/notices',
  access: 'user',
  allowedWithAppealToken: true,
  summary: 'The newest 50 notices of the caller, newest first',
  mutates: false,
  body: z.object({}),
  response: listNoticesResponseSchema,
});

/** The app's side. */
export const createAppeal = defineEndpoint({
  name: 'createAppeal',
  feature: 'appeals',
  method: 'POST',
  path: '/api/users/appeals',
  access: 'user',
  allowedWithAppealToken: true,
  summary: 'Object to a decision, or ask for a second look at a rejected report; once for each decision',
  mutates: true,
  unaudited: true,
  status: 201,
  body: createAppealBodySchema,
  response: createAppealResponseSchema,
});

export const listAppeals = defineEndpoint({
  name: 'listAppeals',
  feature: 'appeals',
  method: 'POST',
  path: '/api/admin/appeals',
  access: 'admin',
  summary: 'Appeals: those that wait, the first due first, or those that are decided, newest first',
  mutates: false,
  isHeavy: true,
  body: listAppealsBodySchema,
  response: listAppealsResponseSchema,
});

export const getAppeal = defineEndpoint({
  name: 'getAppeal',
  feature: 'appeals',
  method: 'POST',
  path: '/api/admin/appeals/:id',
  access: 'admin',
  summary: 'One appeal, with its subject as it is now',
  mutates: false,
  params: idParamsSchema,
  body: z.object({}),
  response: appealDetailResponseSchema,
});

export const decideAppeal = defineEndpoint({
  name: 'decideAppeal',
  feature: 'appeals',
  method: 'POST',
  path: '/api/admin/appeals/:id/decide',
  access: 'admin',
  summary: 'Uphold the decision, or overturn it: all that it did is taken back; a stale version is rejected',
  mutates: true,
  params: idParamsSchema,
  body: decideAppealBodySchema,
  response: appealDetailResponseSchema,
});
