import { defineEndpoint } from '../lib/endpoint.ts';
import { quickSearchBodySchema, quickSearchResponseSchema } from './quick-search.schema.ts';

export const quickSearch = defineEndpoint({
  name: 'quickSearch',
  feature: 'quick-search',
  method: 'POST',
  path: '/api/admin/quick-search',
  access: 'admin',
  summary: 'A few users, reports and texts by a term or an id, what matches best first (ours)',
  mutates: false,
  isHeavy: true,
  body: quickSearchBodySchema,
  response: quickSearchResponseSchema,
});
