import * as z from 'zod/mini';
import { TIMELINE_MAX_LIMIT, TIMELINE_PAGE_SIZE } from '../constants.ts';
import { successSchema } from '../lib/envelope.ts';
import { idSchema, nullableTextSchema, timestampSchema } from '../lib/fields.ts';
import { cursorSchema } from '../lib/paging.ts';
import { subjectRefSchema } from './subjects.schema.ts';

/** The kinds of entries in a user's timeline. */
export const TIMELINE_KINDS = [
  'joined',
  'post',
  'travel_post',
  'comment',
  'report_about',
  'report_by',
  'moderation',
  'letter',
  'appeal',
  'note',
  'conversation',
  'sign_in',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

export const getTimelineBodySchema = z.object({
  cursor: z.nullish(cursorSchema),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(TIMELINE_MAX_LIMIT)), TIMELINE_PAGE_SIZE),
  /** All of them where it is not given. */
  kinds: z.nullish(z.array(z.enum(TIMELINE_KINDS)).check(z.minLength(1), z.maxLength(TIMELINE_KINDS.length))),
});
export type GetTimelineBody = z.output<typeof getTimelineBodySchema>;

/** One entry of a user's timeline. */
export const timelineEntrySchema = z.object({
  _id: idSchema,
  kind: z.enum(TIMELINE_KINDS),
  at: timestampSchema,
  /** The administrator who did it; null for the user, the system and other users, who are not named. */
  actor: z.nullable(z.object({ _id: z.nullable(idSchema), username: z.string() })),
  /** The content or account that was published, reported or decided on. */
  subject: z.nullable(subjectRefSchema),
  reportId: z.nullable(idSchema),
  /** A report's reason; the kind of a moderation event, a note or a letter; an appeal's outcome. */
  detail: nullableTextSchema,
  /** A report's status. */
  status: nullableTextSchema,
  /** The first 200 characters of what was written, or the title of the rule that was applied. */
  text: nullableTextSchema,
  /** When a suspension or a note ends. */
  until: z.nullable(timestampSchema),
  /** Whether it is a decision that was undone, or a note or tag that was taken back. */
  isUndone: z.boolean(),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

export const getTimelineResponseSchema = z.object({
  ...successSchema(z.array(timelineEntrySchema)).shape,
  pagination: z.object({ nextCursor: z.nullable(z.string()) }),
});
