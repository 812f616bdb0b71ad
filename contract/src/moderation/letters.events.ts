import * as z from 'zod/mini';
import { defineEvent } from '../lib/event.ts';

export const letterTemplatesChanged = defineEvent({
  name: 'letter_templates_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'A text of letters has been changed: the texts are to be fetched again (ours)',
  payload: z.object({}),
});
