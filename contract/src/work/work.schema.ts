import * as z from 'zod/mini';
import { successSchema } from '../lib/envelope.ts';
import { timestampSchema } from '../lib/fields.ts';

/** The number of things of one kind that wait, and since when the oldest does. */
const waitingSchema = z.object({
  /** Reports exactly, anything else up to {@link WORK_COUNTED_UP_TO}. */
  count: z.int(),
  since: z.nullable(timestampSchema),
});
export type Waiting = z.infer<typeof waitingSchema>;

/** The work that waits for an administrator, in numbers (ours). */
export const workSchema = z.object({
  /** Reports that nobody has looked at, and beside them those under review. */
  reports: z.object({ ...waitingSchema.shape, reviewing: z.int() }),
  /** Subjects whose open reports should be decided by now; the first of them since when. */
  overdue: waitingSchema,
  /** Subjects with open reports that the caller handles; the first of them since when. */
  mine: waitingSchema,
  appeals: z.object({ ...waitingSchema.shape, overdue: z.int() }),
  /** Users whose newest messages no administrator has answered. */
  conversations: waitingSchema,
});
export type Work = z.infer<typeof workSchema>;

export const workResponseSchema = successSchema(workSchema);
