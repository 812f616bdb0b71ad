import * as z from 'zod/mini';
import { PAGE_MAX_LIMIT, RECENT_ACTIONS_PAGE_SIZE } from '../constants.ts';
import { successSchema } from '../lib/envelope.ts';
import { idSchema, nullableTextSchema, timestampSchema } from '../lib/fields.ts';
import { cursorSchema } from '../lib/paging.ts';
import { subjectRefSchema } from './subjects.schema.ts';

/** Whether an action can be undone, and why it cannot: it was undone or changed since, it is too late, or nothing undoes it. */
export const UNDO_STATES = ['possible', 'undone', 'changed', 'expired', 'none'] as const;
export type UndoState = (typeof UNDO_STATES)[number];

export const listRecentActionsBodySchema = z.object({
  cursor: z.nullish(cursorSchema),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_MAX_LIMIT)), RECENT_ACTIONS_PAGE_SIZE),
});
export type ListRecentActionsBody = z.output<typeof listRecentActionsBodySchema>;

/** An action of the caller on a subject. */
export const recentActionSchema = z.object({
  _id: idSchema,
  /** The kind of the moderation event. */
  kind: z.string(),
  at: timestampSchema,
  subject: subjectRefSchema,
  /** The account's name or the content's title; null where nothing knows it any more. */
  name: nullableTextSchema,
  /** The report that it was done from, else the newest one of the subject. */
  reportId: z.nullable(idSchema),
  fromStatus: nullableTextSchema,
  /** The status of the report, or of all open reports of the subject. */
  toStatus: nullableTextSchema,
  /** Whether it is about all open reports of the subject. */
  isForAll: z.boolean(),
  /** A rule's title, an assignee's name, or at most 200 characters of a note. */
  detail: nullableTextSchema,
  undo: z.enum(UNDO_STATES),
});
export type RecentAction = z.infer<typeof recentActionSchema>;

export const listRecentActionsResponseSchema = z.object({
  ...successSchema(z.array(recentActionSchema)).shape,
  pagination: z.object({ nextCursor: z.nullable(z.string()) }),
  /** Reports that the caller has closed since midnight in Vietnam, without those opened again. */
  closedToday: z.int(),
});
