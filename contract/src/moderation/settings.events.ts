import * as z from 'zod/mini';
import { defineEvent } from '../lib/event.ts';

export const settingsChanged = defineEvent({
  name: 'settings_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'The settings of moderation have been changed: they are to be fetched again (ours)',
  payload: z.object({}),
});
