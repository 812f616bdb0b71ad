import { type ModerationSubject, moderationSubjectSchema } from '@hai-dang/contract/moderation/decisions.schema.ts';
import * as z from 'zod/mini';
import { ApiError } from '../../lib/api-error.ts';

const changedDetailsSchema = z.object({ subject: moderationSubjectSchema });

/** The current subject, if a decision was rejected because the subject has changed meanwhile. */
export function subjectNow(error: unknown): ModerationSubject | undefined {
  if (!(error instanceof ApiError) || error.code !== 'SUBJECT_CHANGED') return undefined;
  return changedDetailsSchema.safeParse(error.details).data?.subject;
}
