import * as z from 'zod/mini';
import { MODERATION_NOTE_MAX_CHARS } from '../constants.ts';
import { cleaned } from '../lib/clean-text.ts';

/** The body of an undo of a decision, a recent action or an action on many subjects. */
export const undoBodySchema = z.object({
  /** Needed for a colleague's, and for one's own once the time of `undoUntil` is over. */
  reason: z.nullish(
    z.string().check(cleaned, z.maxLength(MODERATION_NOTE_MAX_CHARS, 'Lý do quá dài (tối đa 2.000 ký tự)')),
  ),
});
export type UndoBody = z.infer<typeof undoBodySchema>;
