import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { successSchema } from '../lib/envelope.ts';
import { idSchema } from '../lib/fields.ts';
import {
  chatUserPageSchema,
  listChatUsersBodySchema,
  listMessagesAnswerSchema,
  listMessagesBodySchema,
} from './chat.schema.ts';

export const listChatUsers = defineEndpoint({
  name: 'listChatUsers',
  method: 'POST',
  path: '/api/admin/online-users',
  access: 'admin',
  summary: 'The users one can chat with, online ones first, or the online ones alone; with the statistics',
  changes: false,
  body: listChatUsersBodySchema,
  answer: successSchema(chatUserPageSchema),
});

export const listMessages = defineEndpoint({
  name: 'listMessages',
  method: 'POST',
  path: '/api/admin/chat/:userId',
  access: 'admin',
  summary: "A user's conversation with the administrators, oldest first; the newest part of it unless asked otherwise",
  changes: false,
  params: z.object({ userId: idSchema }),
  body: listMessagesBodySchema,
  answer: listMessagesAnswerSchema,
});
