import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema, successSchema } from '../lib/envelope.ts';
import { idParamsSchema } from '../lib/fields.ts';
import {
  cannedReplyResponseSchema,
  cannedReplySchema,
  createCannedReplyBodySchema,
  updateCannedReplyBodySchema,
} from './canned-replies.schema.ts';

export const listCannedReplies = defineEndpoint({
  name: 'listCannedReplies',
  feature: 'canned-replies',
  method: 'POST',
  path: '/api/admin/canned-replies',
  access: 'admin',
  summary: 'All canned replies, by shortcut',
  mutates: false,
  response: successSchema(z.array(cannedReplySchema)),
});

export const createCannedReply = defineEndpoint({
  name: 'createCannedReply',
  feature: 'canned-replies',
  method: 'POST',
  path: '/api/admin/canned-replies/create',
  access: 'admin',
  summary: 'Add a canned reply, for all administrators',
  mutates: true,
  status: 201,
  body: createCannedReplyBodySchema,
  response: cannedReplyResponseSchema,
});

export const updateCannedReply = defineEndpoint({
  name: 'updateCannedReply',
  feature: 'canned-replies',
  method: 'POST',
  path: '/api/admin/canned-replies/:id',
  access: 'admin',
  summary: 'Change a canned reply; a stale version is rejected with the current reply',
  mutates: true,
  params: idParamsSchema,
  body: updateCannedReplyBodySchema,
  response: cannedReplyResponseSchema,
});

export const deleteCannedReply = defineEndpoint({
  name: 'deleteCannedReply',
  feature: 'canned-replies',
  method: 'DELETE',
  path: '/api/admin/canned-replies/:id',
  access: 'admin',
  summary: 'Delete a canned reply, for good',
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});
