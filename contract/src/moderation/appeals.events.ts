import { defineEvent } from '../lib/event.ts';
import { subjectRefSchema } from './decisions.schema.ts';

export const appealsChanged = defineEvent({
  name: 'appeals_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'An objection to a decision on this subject is new or decided: objections are to be fetched again (ours)',
  payload: subjectRefSchema,
});
