import * as z from 'zod/mini';
import { defineEvent } from '../lib/event.ts';

export const appealsChanged = defineEvent({
  name: 'appeals_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'An appeal is new or decided: appeals are to be fetched again (ours)',
  payload: z.object({}),
});
