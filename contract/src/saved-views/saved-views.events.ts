import * as z from 'zod/mini';
import { defineEvent } from '../lib/event.ts';

export const savedViewsChanged = defineEvent({
  name: 'saved_views_changed',
  direction: 'toClient',
  audience: 'any',
  summary: 'A saved view of the receiver, or of all administrators, has changed: fetch them again (ours)',
  payload: z.object({}),
});
