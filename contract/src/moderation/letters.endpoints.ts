import { defineEndpoint } from '../lib/endpoint.ts';
import {
  letterTemplateResponseSchema,
  letterTemplatesResponseSchema,
  listLetterTemplatesBodySchema,
  setLetterTemplateBodySchema,
} from './letters.schema.ts';

export const listLetterTemplates = defineEndpoint({
  name: 'listLetterTemplates',
  feature: 'letters',
  method: 'POST',
  path: '/api/admin/letter-templates',
  access: 'admin',
  summary: 'The texts of letters for all rules, and those that a rule has of its own',
  mutates: false,
  body: listLetterTemplatesBodySchema,
  response: letterTemplatesResponseSchema,
});

export const setLetterTemplate = defineEndpoint({
  name: 'setLetterTemplate',
  feature: 'letters',
  method: 'PUT',
  path: '/api/admin/letter-templates',
  access: 'admin',
  summary:
    'Change a text of letters, or take the own text of a rule away; a stale version is rejected with the current text',
  mutates: true,
  body: setLetterTemplateBodySchema,
  response: letterTemplateResponseSchema,
});
