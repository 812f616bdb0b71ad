import * as z from 'zod/mini';
import { defineEvent } from '../lib/event.ts';

export const webhooksChanged = defineEvent({
  name: 'webhooks_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'A webhook was added, changed or deleted, or something was delivered: they are to be fetched again (ours)',
  payload: z.object({}),
});
