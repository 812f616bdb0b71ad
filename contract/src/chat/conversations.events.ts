import * as z from 'zod/mini';
import { defineEvent } from '../lib/event.ts';
import { idSchema, nullableTextSchema, timestampSchema } from '../lib/fields.ts';
import { chatMessageSchema, MESSAGE_TYPES, messageContentSchema } from './chat.schema.ts';
import { conversationStateNameSchema, conversationWorkSchema } from './conversations.schema.ts';

// The events that the panel handles on every screen.

export const receiveMessage = defineEvent({
  name: 'receive_message',
  direction: 'toClient',
  audience: 'any',
  summary: 'Somebody else has written',
  payload: chatMessageSchema,
});

export const conversationUpdated = defineEvent({
  name: 'conversation_updated',
  direction: 'toClient',
  audience: 'any',
  summary: 'A conversation has a new message',
  payload: z.object({
    messageId: idSchema,
    content: messageContentSchema,
    createdAt: timestampSchema,
    senderId: idSchema,
    /** The app user's id where an administrator wrote. */
    receiverId: z.nullable(idSchema),
    type: z.enum(MESSAGE_TYPES),
    /** The number of the user's messages that no administrator has read (ours). */
    unreadCount: z.int(),
    /** The user whose conversation it is (ours). */
    userId: idSchema,
    /** The author of an administrator's message (ours). */
    senderName: z.optional(nullableTextSchema),
  }),
});

export const conversationStateChanged = defineEvent({
  name: 'conversation_state_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'A conversation has another state or assignee (ours)',
  payload: z.object({
    userId: idSchema,
    ...conversationWorkSchema.shape,
    /** Null for a new conversation. */
    formerState: z.nullable(conversationStateNameSchema),
  }),
});
