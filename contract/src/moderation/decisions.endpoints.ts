import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { idParamsSchema } from '../lib/fields.ts';
import {
  decideBodySchema,
  decideResponseSchema,
  decisionPreviewResponseSchema,
  subjectResponseSchema,
} from './decisions.schema.ts';
import { subjectRefSchema } from './subjects.schema.ts';
import { undoBodySchema } from './undo.schema.ts';

export const getSubject = defineEndpoint({
  name: 'getSubject',
  feature: 'decisions',
  method: 'POST',
  path: '/api/admin/subjects/:itemType/:itemId',
  access: 'admin',
  summary: 'What can be moderated, with its state, its newest events and the points of its owner',
  mutates: false,
  params: subjectRefSchema,
  body: z.object({}),
  response: subjectResponseSchema,
});

export const decideSubject = defineEndpoint({
  name: 'decideSubject',
  feature: 'decisions',
  method: 'POST',
  path: '/api/admin/decisions',
  access: 'admin',
  summary:
    'Decide on a subject: all that follows and its open reports, in one transaction; a stale version is rejected',
  mutates: true,
  status: 201,
  body: decideBodySchema,
  response: decideResponseSchema,
});

export const undoDecision = defineEndpoint({
  name: 'undoDecision',
  feature: 'decisions',
  method: 'POST',
  path: '/api/admin/decisions/:id/undo',
  access: 'admin',
  summary: 'Take back all that a decision did: content, penalty, points and the status of its reports',
  mutates: true,
  params: idParamsSchema,
  body: undoBodySchema,
  response: subjectResponseSchema,
});

export const previewDecision = defineEndpoint({
  name: 'previewDecision',
  feature: 'decisions',
  method: 'POST',
  path: '/api/admin/decisions/preview',
  access: 'admin',
  summary: 'What a decision would do and which letters it would send; nothing is changed, and any version is accepted',
  mutates: false,
  body: decideBodySchema,
  response: decisionPreviewResponseSchema,
});
