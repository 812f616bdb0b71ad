import * as z from 'zod/mini';
import { defineEvent } from '../lib/event.ts';
import { idSchema } from '../lib/fields.ts';

export const policiesChanged = defineEvent({
  name: 'policies_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'A rule has been added, changed or switched on or off: the rules are to be fetched again (ours)',
  payload: z.object({ key: idSchema }),
});
