import * as z from 'zod/mini';
import { defineEvent } from '../lib/event.ts';

export const administratorsChanged = defineEvent({
  name: 'administrators_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'Administrators or invitations have changed: they are to be fetched again (ours)',
  payload: z.object({}),
});
