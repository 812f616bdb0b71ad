import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { idParamsSchema } from '../lib/fields.ts';
import {
  bulkDetailResponseSchema,
  bulkResponseSchema,
  listBulksBodySchema,
  listBulksResponseSchema,
} from './bulk.schema.ts';
import { undoBodySchema } from './undo.schema.ts';

export const listBulks = defineEndpoint({
  name: 'listBulks',
  feature: 'bulk',
  method: 'POST',
  path: '/api/admin/bulk/list',
  access: 'admin',
  summary: 'Actions on many subjects that run or were started within 24 hours, newest first, a page at a time',
  mutates: false,
  isHeavy: true,
  body: listBulksBodySchema,
  response: listBulksResponseSchema,
});

export const getBulk = defineEndpoint({
  name: 'getBulk',
  feature: 'bulk',
  method: 'POST',
  path: '/api/admin/bulk/:id',
  access: 'admin',
  summary: 'An action on many subjects, with up to 100 of those that were left alone and why',
  mutates: false,
  params: idParamsSchema,
  body: z.object({}),
  response: bulkDetailResponseSchema,
});

export const stopBulk = defineEndpoint({
  name: 'stopBulk',
  feature: 'bulk',
  method: 'POST',
  path: '/api/admin/bulk/:id/stop',
  access: 'admin',
  summary: 'Stop an action on many subjects; what is done stays done',
  mutates: true,
  params: idParamsSchema,
  body: z.object({}),
  response: bulkResponseSchema,
});

export const undoBulk = defineEndpoint({
  name: 'undoBulk',
  feature: 'bulk',
  method: 'POST',
  path: '/api/admin/bulk/:id/undo',
  access: 'admin',
  summary:
    "Undo all that an action on many subjects did, a colleague's with a reason, in the background; one that runs is stopped first",
  mutates: true,
  params: idParamsSchema,
  body: undoBodySchema,
  response: bulkResponseSchema,
});
