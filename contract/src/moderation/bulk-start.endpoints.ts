import { defineEndpoint } from '../lib/endpoint.ts';
import { bulkResponseSchema } from './bulk.schema.ts';
import { bulkPreviewResponseSchema, previewBulkBodySchema, startBulkBodySchema } from './bulk-start.schema.ts';

export const startBulk = defineEndpoint({
  name: 'startBulk',
  feature: 'bulk',
  method: 'POST',
  path: '/api/admin/bulk',
  access: 'admin',
  summary: 'Start one action on many subjects; another number than confirmed is rejected with the present one',
  mutates: true,
  status: 201,
  body: startBulkBodySchema,
  response: bulkResponseSchema,
});

export const previewBulk = defineEndpoint({
  name: 'previewBulk',
  feature: 'bulk',
  method: 'POST',
  path: '/api/admin/bulk/preview',
  access: 'admin',
  summary: 'How many subjects an action would concern; nothing is changed',
  mutates: false,
  body: previewBulkBodySchema,
  response: bulkPreviewResponseSchema,
});
