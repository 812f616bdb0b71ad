import { defineEndpoint } from '../lib/endpoint.ts';
import { assignSubjectBodySchema } from './assignments.schema.ts';
import { subjectResponseSchema } from './decisions.schema.ts';
import { subjectRefSchema } from './subjects.schema.ts';

export const assignSubject = defineEndpoint({
  name: 'assignSubject',
  feature: 'assignments',
  method: 'POST',
  path: '/api/admin/subjects/:itemType/:itemId/assign',
  access: 'admin',
  summary: 'Claim a subject, give it to a colleague or back; one that somebody else has is rejected unless taken over',
  mutates: true,
  // The events of the subject say who had it when.
  unaudited: true,
  params: subjectRefSchema,
  body: assignSubjectBodySchema,
  response: subjectResponseSchema,
});
