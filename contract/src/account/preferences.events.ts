import * as z from 'zod/mini';
import { defineEvent } from '../lib/event.ts';

export const preferencesChanged = defineEvent({
  name: 'preferences_changed',
  direction: 'toClient',
  audience: 'account',
  summary: "The account's own preferences have been changed: they are to be fetched again (ours)",
  payload: z.object({}),
});
