import * as z from 'zod/mini';
import { defineEvent } from '../lib/event.ts';

export const cannedRepliesChanged = defineEvent({
  name: 'canned_replies_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'Canned replies have been added, changed or deleted: they are to be fetched again',
  payload: z.object({}),
});
