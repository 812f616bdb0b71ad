import { defineEvent } from '../lib/event.ts';
import { bulkSchema } from './bulk.schema.ts';

export const bulkChanged = defineEvent({
  name: 'bulk_changed',
  direction: 'toClient',
  audience: 'admins',
  summary: 'An action on many subjects started, went on, stopped or ended; once a second at most while it runs (ours)',
  payload: bulkSchema,
});
