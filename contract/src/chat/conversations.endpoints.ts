import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { successSchema } from '../lib/envelope.ts';
import { idSchema } from '../lib/fields.ts';
import { assignConversationBodySchema, resolveConversationBodySchema } from './conversation-changes.schema.ts';
import { conversationWorkSchema, markedUnreadSchema } from './conversations.schema.ts';

const params = z.object({ userId: idSchema });
const response = successSchema(conversationWorkSchema);

export const markConversationUnread = defineEndpoint({
  name: 'markConversationUnread',
  feature: 'conversations',
  method: 'POST',
  path: '/api/admin/chat/:userId/mark-unread',
  access: 'admin',
  summary: 'Count the last message of a user as unread again, until somebody opens the conversation (ours)',
  mutates: true,
  unaudited: true,
  params,
  response: successSchema(markedUnreadSchema),
});

export const resolveConversation = defineEndpoint({
  name: 'resolveConversation',
  feature: 'conversations',
  method: 'POST',
  path: '/api/admin/chat/:userId/resolve',
  access: 'admin',
  summary: 'Resolve a conversation: its user waits no longer, until they write again (ours)',
  mutates: true,
  params,
  body: resolveConversationBodySchema,
  response,
});

export const reopenConversation = defineEndpoint({
  name: 'reopenConversation',
  feature: 'conversations',
  method: 'POST',
  path: '/api/admin/chat/:userId/reopen',
  access: 'admin',
  summary: 'Open a resolved conversation again: a user who waited as it was resolved waits again (ours)',
  mutates: true,
  params,
  response,
});

export const assignConversation = defineEndpoint({
  name: 'assignConversation',
  feature: 'conversations',
  method: 'POST',
  path: '/api/admin/chat/:userId/assign',
  access: 'admin',
  summary: 'Claim a conversation or give it back; one that a colleague has is rejected unless taken over (ours)',
  mutates: true,
  params,
  body: assignConversationBodySchema,
  response,
});
