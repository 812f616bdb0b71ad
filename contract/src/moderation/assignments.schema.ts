import * as z from 'zod/mini';
import { idSchema, nullableMediaUrlSchema, nullableTextSchema, timestampSchema } from '../lib/fields.ts';

/** The administrator who handles a subject, and since when; null while nobody does (ours). */
export const assigneeSchema = z.nullable(
  z.object({ _id: idSchema, username: z.string(), avatar: nullableMediaUrlSchema, at: timestampSchema }),
);
export type Assignee = NonNullable<z.infer<typeof assigneeSchema>>;

/** An administrator who has a report of a subject open. */
export const subjectViewerSchema = z.object({
  _id: idSchema,
  username: nullableTextSchema,
  avatar: nullableMediaUrlSchema,
});
export type SubjectViewer = z.infer<typeof subjectViewerSchema>;

export const assignSubjectBodySchema = z.object({
  /** An administrator's id, 'me', or null for nobody. */
  assigneeId: z.nullable(idSchema),
  /** Takes it from the administrator who has it; otherwise that is rejected. */
  takeOver: z.optional(z.boolean()),
  /**
   * A claim by looking: changes nothing where somebody else has it, and ends ten minutes after the looking. With nobody as the
   * assignee it gives back what the caller has claimed so, and nothing else.
   */
  isAutomatic: z.optional(z.boolean()),
});
export type AssignSubjectBody = z.infer<typeof assignSubjectBodySchema>;
