import * as z from 'zod/mini';
import { defineEvent } from '../lib/event.ts';

export const recentActionsChanged = defineEvent({
  name: 'recent_actions_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'An administrator has done something to a subject, in whichever window (ours)',
  payload: z.object({}),
});
