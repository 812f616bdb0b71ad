import * as z from 'zod/mini';
import { IMAGE_MAX_BYTES, IMAGES_PER_UPLOAD_MAX } from '../constants.ts';
import { defineEndpoint } from '../lib/endpoint.ts';
import { successSchema } from '../lib/envelope.ts';
import { idSchema } from '../lib/fields.ts';
import {
  chatMessageSchema,
  chatUserPageSchema,
  foundMessagePageSchema,
  listChatUsersBodySchema,
  listMessagesBodySchema,
  listMessagesResponseSchema,
  searchMessagesBodySchema,
  sendImageBodySchema,
} from './chat.schema.ts';

export const listChatUsers = defineEndpoint({
  name: 'listChatUsers',
  feature: 'chat',
  method: 'POST',
  path: '/api/admin/online-users',
  access: 'admin',
  summary: 'The users one can chat with, online ones first, or the online ones alone; with the statistics',
  mutates: false,
  isHeavy: true,
  body: listChatUsersBodySchema,
  response: successSchema(chatUserPageSchema),
});

export const listMessages = defineEndpoint({
  name: 'listMessages',
  feature: 'chat',
  method: 'POST',
  path: '/api/admin/chat/:userId',
  access: 'admin',
  summary: "A user's conversation with the administrators, oldest first; the newest part of it unless asked otherwise",
  mutates: false,
  params: z.object({ userId: idSchema }),
  body: listMessagesBodySchema,
  response: listMessagesResponseSchema,
});

const oneImage = { field: 'image', maxFiles: 1, maxFileBytes: IMAGE_MAX_BYTES } as const;

export const sendImage = defineEndpoint({
  name: 'sendImage',
  feature: 'chat',
  method: 'POST',
  path: '/api/admin/chat/send-image/:userId',
  access: 'admin',
  summary: 'Send an image to a user; the same tempId again gets what is stored',
  mutates: true,
  unaudited: true,
  params: z.object({ userId: idSchema }),
  body: sendImageBodySchema,
  upload: oneImage,
  response: successSchema(chatMessageSchema),
});

/** All of them or none. The images' own keys are `<tempId>:0`, `<tempId>:1` …; the caption is the first one's. */
export const sendMultipleImages = defineEndpoint({
  name: 'sendMultipleImages',
  feature: 'chat',
  method: 'POST',
  path: '/api/admin/chat/send-multiple-images/:userId',
  access: 'admin',
  summary: 'Send several images to a user, each as a message of its own',
  mutates: true,
  unaudited: true,
  params: z.object({ userId: idSchema }),
  body: sendImageBodySchema,
  upload: { field: 'images', maxFiles: IMAGES_PER_UPLOAD_MAX, maxFileBytes: IMAGE_MAX_BYTES },
  response: successSchema(z.array(chatMessageSchema)),
});

export const sendImageAsUser = defineEndpoint({
  name: 'sendImageAsUser',
  feature: 'chat',
  method: 'POST',
  path: '/api/users/chat/send-image',
  access: 'user',
  summary: 'Send an image to the administrators',
  mutates: true,
  unaudited: true,
  body: sendImageBodySchema,
  upload: oneImage,
  response: successSchema(chatMessageSchema),
});

export const searchMessages = defineEndpoint({
  name: 'searchMessages',
  feature: 'chat',
  method: 'POST',
  path: '/api/admin/chat/search',
  access: 'admin',
  summary:
    "Messages in which a term occurs, whatever its case and marks, newest first; all, or those of one user's chat",
  mutates: false,
  isHeavy: true,
  body: searchMessagesBodySchema,
  response: successSchema(foundMessagePageSchema),
});
