import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { acknowledgementSchema, successSchema } from '../lib/envelope.ts';
import { idParamsSchema } from '../lib/fields.ts';
import {
  commentDetailSchema,
  listUserPostsBodySchema,
  listUserTravelPostsBodySchema,
  postSchema,
  removedContentResponseSchema,
  travelPostSchema,
  userPostsSchema,
  userTravelPostsSchema,
} from './posts.schema.ts';

export const listUserPosts = defineEndpoint({
  name: 'listUserPosts',
  feature: 'posts',
  method: 'POST',
  path: '/api/admin/users/:id/posts',
  access: 'admin',
  summary: "A user's feed posts, a numbered page at a time",
  mutates: false,
  isHeavy: true,
  params: idParamsSchema,
  body: listUserPostsBodySchema,
  response: successSchema(userPostsSchema),
});

export const listUserTravelPosts = defineEndpoint({
  name: 'listUserTravelPosts',
  feature: 'posts',
  method: 'POST',
  path: '/api/admin/users/:id/travel',
  access: 'admin',
  summary: "A user's travel posts, a numbered page at a time",
  mutates: false,
  isHeavy: true,
  params: idParamsSchema,
  body: listUserTravelPostsBodySchema,
  response: successSchema(userTravelPostsSchema),
});

export const listRemovedContent = defineEndpoint({
  name: 'listRemovedContent',
  feature: 'posts',
  method: 'POST',
  path: '/api/admin/users/:id/removed',
  access: 'admin',
  summary: "A user's posts, travel posts and comments that are soft-deleted and can be restored, the latest first",
  mutates: false,
  isHeavy: true,
  params: idParamsSchema,
  body: z.object({}),
  response: removedContentResponseSchema,
});

export const deletePost = defineEndpoint({
  name: 'deletePost',
  feature: 'posts',
  method: 'DELETE',
  path: '/api/admin/deletePost/:id',
  access: 'admin',
  summary: 'Delete a feed post with its comments and likes; it can be restored for a short while',
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});

export const restorePost = defineEndpoint({
  name: 'restorePost',
  feature: 'posts',
  method: 'POST',
  path: '/api/admin/posts/:id/restore',
  access: 'admin',
  summary: 'Undo the deletion of a feed post',
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});

export const deleteComment = defineEndpoint({
  name: 'deleteComment',
  feature: 'posts',
  method: 'DELETE',
  path: '/api/admin/comments/:id',
  access: 'admin',
  summary: 'Delete a comment; it can be restored for a short while',
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});

export const restoreComment = defineEndpoint({
  name: 'restoreComment',
  feature: 'posts',
  method: 'POST',
  path: '/api/admin/comments/:id/restore',
  access: 'admin',
  summary: 'Undo the deletion of a comment',
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});

export const deleteTravelPost = defineEndpoint({
  name: 'deleteTravelPost',
  feature: 'posts',
  method: 'DELETE',
  path: '/api/admin/travel/:id',
  access: 'admin',
  summary: 'Delete a travel post; it can be restored for a short while',
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});

export const restoreTravelPost = defineEndpoint({
  name: 'restoreTravelPost',
  feature: 'posts',
  method: 'POST',
  path: '/api/admin/travel/:id/restore',
  access: 'admin',
  summary: 'Undo the deletion of a travel post',
  mutates: true,
  params: idParamsSchema,
  response: acknowledgementSchema,
});

export const getPost = defineEndpoint({
  name: 'getPost',
  feature: 'posts',
  method: 'POST',
  path: '/api/admin/posts/:id',
  access: 'admin',
  summary: 'A feed post',
  mutates: false,
  params: idParamsSchema,
  body: z.object({}),
  response: successSchema(postSchema),
});

export const getTravelPost = defineEndpoint({
  name: 'getTravelPost',
  feature: 'posts',
  method: 'POST',
  path: '/api/admin/travel/:id',
  access: 'admin',
  summary: 'A travel post',
  mutates: false,
  params: idParamsSchema,
  body: z.object({}),
  response: successSchema(travelPostSchema),
});

export const getComment = defineEndpoint({
  name: 'getComment',
  feature: 'posts',
  method: 'POST',
  path: '/api/admin/comments/:id',
  access: 'admin',
  summary: 'A comment, and what it stands under',
  mutates: false,
  params: idParamsSchema,
  body: z.object({}),
  response: successSchema(commentDetailSchema),
});
