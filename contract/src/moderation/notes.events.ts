import { defineEvent } from '../lib/event.ts';
import { subjectRefSchema } from './subjects.schema.ts';

export const notesChanged = defineEvent({
  name: 'notes_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'A note or tag of a subject was written or taken back; it says nothing of it (ours)',
  payload: subjectRefSchema,
});
