import * as z from 'zod/mini';
import { defineEvent } from '../lib/event.ts';

export const appealsChanged = defineEvent({
  name: 'appeals_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'An objection is new or decided: objections are to be fetched again (ours)',
  payload: z.object({}),
});
