import { defineEndpoint } from '../lib/endpoint.ts';
import { listRecordCountsBodySchema, listRecordCountsResponseSchema } from './record-counts.schema.ts';

export const listRecordCounts = defineEndpoint({
  name: 'listRecordCounts',
  feature: 'record',
  method: 'POST',
  path: '/api/admin/users/records',
  access: 'admin',
  summary: 'Points and open reports of some users, in numbers',
  mutates: false,
  body: listRecordCountsBodySchema,
  response: listRecordCountsResponseSchema,
});
