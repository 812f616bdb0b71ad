import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { idParamsSchema } from '../lib/fields.ts';
import { userRecordResponseSchema } from './record.schema.ts';

export const getUserRecord = defineEndpoint({
  name: 'getUserRecord',
  feature: 'record',
  method: 'POST',
  path: '/api/admin/users/:id/record',
  access: 'admin',
  summary: "A user's points, the newest decisions, and the reports about and by the user in numbers",
  mutates: false,
  params: idParamsSchema,
  body: z.object({}),
  response: userRecordResponseSchema,
});
