import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema, successSchema } from '../lib/envelope.ts';
import { idParamsSchema } from '../lib/fields.ts';
import {
  commentDetailSchema,
  listUserPostsBodySchema,
  listUserTravelPostsBodySchema,
  postSchema,
  travelPostSchema,
  userPostsSchema,
  userTravelPostsSchema,
} from './posts.schema.ts';

export const listUserPosts = defineEndpoint({
  name: 'listUserPosts',
  method: 'POST',
  path: '/api/admin/users/:id/posts',
  access: 'admin',
  summary: "A user's feed posts, a numbered page at a time",
  changes: false,
  params: idParamsSchema,
  body: listUserPostsBodySchema,
  answer: successSchema(userPostsSchema),
});

export const listUserTravelPosts = defineEndpoint({
  name: 'listUserTravelPosts',
  method: 'POST',
  path: '/api/admin/users/:id/travel',
  access: 'admin',
  summary: "A user's travel posts, a numbered page at a time",
  changes: false,
  params: idParamsSchema,
  body: listUserTravelPostsBodySchema,
  answer: successSchema(userTravelPostsSchema),
});

export const deletePost = defineEndpoint({
  name: 'deletePost',
  method: 'DELETE',
  path: '/api/admin/deletePost/:id',
  access: 'admin',
  summary: 'Delete a feed post with its comments and likes; it can be restored for a short while',
  changes: true,
  params: idParamsSchema,
  answer: acknowledgementSchema,
});

export const restorePost = defineEndpoint({
  name: 'restorePost',
  method: 'POST',
  path: '/api/admin/posts/:id/restore',
  access: 'admin',
  summary: 'Undo the deletion of a feed post',
  changes: true,
  params: idParamsSchema,
  answer: acknowledgementSchema,
});

export const deleteComment = defineEndpoint({
  name: 'deleteComment',
  method: 'DELETE',
  path: '/api/admin/comments/:id',
  access: 'admin',
  summary: 'Delete a comment; it can be restored for a short while',
  changes: true,
  params: idParamsSchema,
  answer: acknowledgementSchema,
});

export const restoreComment = defineEndpoint({
  name: 'restoreComment',
  method: 'POST',
  path: '/api/admin/comments/:id/restore',
  access: 'admin',
  summary: 'Undo the deletion of a comment',
  changes: true,
  params: idParamsSchema,
  answer: acknowledgementSchema,
});

export const deleteTravelPost = defineEndpoint({
  name: 'deleteTravelPost',
  method: 'DELETE',
  path: '/api/admin/travel/:id',
  access: 'admin',
  summary: 'Delete a travel post; it can be restored for a short while',
  changes: true,
  params: idParamsSchema,
  answer: acknowledgementSchema,
});

export const restoreTravelPost = defineEndpoint({
  name: 'restoreTravelPost',
  method: 'POST',
  path: '/api/admin/travel/:id/restore',
  access: 'admin',
  summary: 'Undo the deletion of a travel post',
  changes: true,
  params: idParamsSchema,
  answer: acknowledgementSchema,
});

export const getPost = defineEndpoint({
  name: 'getPost',
  method: 'POST',
  path: '/api/admin/posts/:id',
  access: 'admin',
  summary: 'A feed post',
  changes: false,
  params: idParamsSchema,
  body: z.object({}),
  answer: successSchema(postSchema),
});

export const getTravelPost = defineEndpoint({
  name: 'getTravelPost',
  method: 'POST',
  path: '/api/admin/travel/:id',
  access: 'admin',
  summary: 'A travel post',
  changes: false,
  params: idParamsSchema,
  body: z.object({}),
  answer: successSchema(travelPostSchema),
});

export const getComment = defineEndpoint({
  name: 'getComment',
  method: 'POST',
  path: '/api/admin/comments/:id',
  access: 'admin',
  summary: 'A comment, and what it stands under',
  changes: false,
  params: idParamsSchema,
  body: z.object({}),
  answer: successSchema(commentDetailSchema),
});
