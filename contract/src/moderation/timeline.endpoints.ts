import { defineEndpoint } from '../lib/endpoint.ts';
import { idParamsSchema } from '../lib/fields.ts';
import { getTimelineBodySchema, getTimelineResponseSchema } from './timeline.schema.ts';

export const getUserTimeline = defineEndpoint({
  name: 'getUserTimeline',
  feature: 'timeline',
  method: 'POST',
  path: '/api/admin/users/:id/timeline',
  access: 'admin',
  summary: 'What a user did and what happened to them, newest first, a page at a time',
  mutates: false,
  isHeavy: true,
  params: idParamsSchema,
  body: getTimelineBodySchema,
  response: getTimelineResponseSchema,
});
