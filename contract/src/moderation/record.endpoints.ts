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

const muting = {
  feature: 'record',
  method: 'POST',
  access: 'admin',
  mutates: true,
  params: idParamsSchema,
  body: z.object({}),
  response: userRecordResponseSchema,
} as const;

export const muteReporter = defineEndpoint({
  ...muting,
  name: 'muteReporter',
  path: '/api/admin/users/:id/mute-reports',
  summary: "Let a user's new reports close themselves, but those as severe as child safety; the user's record",
});

export const unmuteReporter = defineEndpoint({
  ...muting,
  name: 'unmuteReporter',
  path: '/api/admin/users/:id/unmute-reports',
  summary: "Let a muted user's new reports wait for a decision again; the user's record",
});
