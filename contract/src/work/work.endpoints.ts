import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { workResponseSchema } from './work.schema.ts';

export const getWork = defineEndpoint({
  name: 'getWork',
  feature: 'work',
  method: 'POST',
  path: '/api/admin/work',
  access: 'admin',
  summary: 'What waits for an administrator: open reports, appeals and conversations, in numbers',
  mutates: false,
  body: z.object({}),
  response: workResponseSchema,
});
