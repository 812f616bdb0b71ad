import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema, successSchema } from '../lib/envelope.ts';
import { idParamsSchema } from '../lib/fields.ts';
import {
  cannedReplyAnswerSchema,
  cannedReplySchema,
  createCannedReplyBodySchema,
  updateCannedReplyBodySchema,
} from './canned-replies.schema.ts';

export const listCannedReplies = defineEndpoint({
  name: 'listCannedReplies',
  method: 'POST',
  path: '/api/admin/canned-replies',
  access: 'admin',
  summary: 'All canned replies, by shortcut',
  changes: false,
  answer: successSchema(z.array(cannedReplySchema)),
});

export const createCannedReply = defineEndpoint({
  name: 'createCannedReply',
  method: 'POST',
  path: '/api/admin/canned-replies/create',
  access: 'admin',
  summary: 'Add a canned reply, for all administrators',
  changes: true,
  status: 201,
  body: createCannedReplyBodySchema,
  answer: cannedReplyAnswerSchema,
});

export const updateCannedReply = defineEndpoint({
  name: 'updateCannedReply',
  method: 'POST',
  path: '/api/admin/canned-replies/:id',
  access: 'admin',
  summary: 'Change a canned reply; a stale version is rejected with the current reply',
  changes: true,
  params: idParamsSchema,
  body: updateCannedReplyBodySchema,
  answer: cannedReplyAnswerSchema,
});

export const deleteCannedReply = defineEndpoint({
  name: 'deleteCannedReply',
  method: 'DELETE',
  path: '/api/admin/canned-replies/:id',
  access: 'admin',
  summary: 'Delete a canned reply, for good',
  changes: true,
  params: idParamsSchema,
  answer: acknowledgementSchema,
});
