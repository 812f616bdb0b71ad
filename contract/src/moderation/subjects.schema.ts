import * as z from 'zod/mini';
import { idSchema } from '../lib/fields.ts';
import { REPORT_ITEM_TYPES } from './report-fields.schema.ts';

/** A moderated account, post, travel post or comment. In a file of its own since events name subjects. */
export const subjectRefSchema = z.object({ itemType: z.enum(REPORT_ITEM_TYPES), itemId: idSchema });
export type SubjectRef = z.infer<typeof subjectRefSchema>;
