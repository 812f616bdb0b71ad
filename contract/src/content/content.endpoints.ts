import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import {
  contentDetailResponseSchema,
  contentRefSchema,
  exportContentBodySchema,
  listContentBodySchema,
  listContentResponseSchema,
} from './content.schema.ts';

export const listContent = defineEndpoint({
  name: 'listContent',
  feature: 'content',
  method: 'POST',
  path: '/api/admin/content',
  access: 'admin',
  summary: 'Posts, travel posts and comments in one list, newest first, by a term, filters and cursor (ours)',
  mutates: false,
  isHeavy: true,
  body: listContentBodySchema,
  response: listContentResponseSchema,
});

export const exportContent = defineEndpoint({
  name: 'exportContent',
  feature: 'content',
  method: 'POST',
  path: '/api/admin/content/export',
  access: 'admin',
  summary: 'Posts, travel posts and comments by a term and filters as a CSV file (ours)',
  mutates: true,
  body: exportContentBodySchema,
  response: z.string(),
  media: 'text/csv',
});

export const getContent = defineEndpoint({
  name: 'getContent',
  feature: 'content',
  method: 'POST',
  path: '/api/admin/content/:itemType/:itemId',
  access: 'admin',
  summary: 'A post, travel post or comment, also one that is hidden or taken down (ours)',
  mutates: false,
  params: contentRefSchema,
  body: z.object({}),
  response: contentDetailResponseSchema,
});
