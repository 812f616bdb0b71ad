import * as z from 'zod/mini';
import { defineEndpoint } from '../lib/endpoint.ts';
import { idParamsSchema } from '../lib/fields.ts';
import {
  createNoteBodySchema,
  createTagBodySchema,
  listNotesBodySchema,
  listNotesResponseSchema,
  noteResponseSchema,
} from './notes.schema.ts';
import { subjectRefSchema } from './subjects.schema.ts';

/** The events of the subject say who did what and when. */
const changes = { feature: 'notes', method: 'POST', access: 'admin', mutates: true, unaudited: true } as const;

export const createNote = defineEndpoint({
  ...changes,
  name: 'createNote',
  path: '/api/admin/subjects/:itemType/:itemId/notes',
  summary: 'Write an internal note on a subject; administrators who are mentioned are notified',
  status: 201,
  params: subjectRefSchema,
  body: createNoteBodySchema,
  response: noteResponseSchema,
});

export const createTag = defineEndpoint({
  ...changes,
  name: 'createTag',
  path: '/api/admin/subjects/:itemType/:itemId/tags',
  summary: 'Tag a subject, with or without an end',
  status: 201,
  params: subjectRefSchema,
  body: createTagBodySchema,
  response: noteResponseSchema,
});

export const listNotes = defineEndpoint({
  name: 'listNotes',
  feature: 'notes',
  method: 'POST',
  path: '/api/admin/subjects/:itemType/:itemId/notes/list',
  access: 'admin',
  summary: 'The internal notes of a subject, newest first, a page at a time, with its tags',
  mutates: false,
  isHeavy: true,
  params: subjectRefSchema,
  body: listNotesBodySchema,
  response: listNotesResponseSchema,
});

export const removeNote = defineEndpoint({
  ...changes,
  name: 'removeNote',
  path: '/api/admin/notes/:id/remove',
  summary: 'Take back a note, which only its author may, or a tag',
  params: idParamsSchema,
  body: z.object({}),
  response: noteResponseSchema,
});

export const restoreNote = defineEndpoint({
  ...changes,
  name: 'restoreNote',
  path: '/api/admin/notes/:id/restore',
  summary: 'Show a note or a tag again that was taken back',
  params: idParamsSchema,
  body: z.object({}),
  response: noteResponseSchema,
});
