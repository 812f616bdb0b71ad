import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema } from '../lib/envelope.ts';
import { idParamsSchema } from '../lib/fields.ts';
import {
  listRecentActionsBodySchema,
  listRecentActionsResponseSchema,
  undoRecentActionBodySchema,
} from './recent-actions.schema.ts';

export const listRecentActions = defineEndpoint({
  name: 'listRecentActions',
  feature: 'recent-actions',
  method: 'POST',
  path: '/api/admin/recent-actions',
  access: 'admin',
  summary:
    "The moderation actions of the last 24 hours, the caller's own or those of colleagues, newest first, and whether each can be undone",
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
  summary: "Undo an action, a colleague's with a reason, unless somebody has changed the same since",
  mutates: true,
  params: idParamsSchema,
  body: undoRecentActionBodySchema,
  response: acknowledgementSchema,
});
