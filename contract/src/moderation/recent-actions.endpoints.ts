import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema } from '../lib/envelope.ts';
import { idParamsSchema } from '../lib/fields.ts';
import { listRecentActionsBodySchema, listRecentActionsResponseSchema } from './recent-actions.schema.ts';

export const listRecentActions = defineEndpoint({
  name: 'listRecentActions',
  feature: 'recent-actions',
  method: 'POST',
  path: '/api/admin/recent-actions',
  access: 'admin',
  summary: "The caller's own moderation actions of the last 24 hours, newest first, and whether each can be undone",
  mutates: false,
  isHeavy: true,
  body: listRecentActionsBodySchema,
  response: listRecentActionsResponseSchema,
});

export const undoRecentAction = defineEndpoint({
  name: 'undoRecentAction',
  feature: 'recent-actions',
  method: 'POST',
  path: '/api/admin/recent-actions/:id/undo',
  access: 'admin',
  summary: "Undo one of the caller's own actions, unless somebody has changed the same since",
  mutates: true,
  params: idParamsSchema,
  body: z.object({}),
  response: acknowledgementSchema,
});
