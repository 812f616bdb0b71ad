import * as z from 'zod/mini';
import { defineEvent } from '../lib/event.ts';
import { idSchema } from '../lib/fields.ts';
import { REPORT_ITEM_TYPES } from '../reports/reports.schema.ts';

export const notesChanged = defineEvent({
  name: 'notes_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'A note or tag of a subject was written or taken back; it says nothing of it (ours)',
  payload: z.object({ itemType: z.enum(REPORT_ITEM_TYPES), itemId: idSchema }),
});
