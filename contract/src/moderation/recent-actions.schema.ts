import * as z from 'zod/mini';
import { PAGE_MAX_LIMIT, RECENT_ACTIONS_PAGE_SIZE } from '../constants.ts';
import { successSchema } from '../lib/envelope.ts';
import { idSchema, nullableTextSchema, timestampSchema } from '../lib/fields.ts';
import { cursorSchema } from '../lib/paging.ts';
import { bulkActionSchema } from './bulk.schema.ts';
import { DECISION_OUTCOMES } from './decisions.schema.ts';
import { POLICY_ACTIONS } from './policies.schema.ts';
import { subjectRefSchema } from './subjects.schema.ts';
import { undoBodySchema } from './undo.schema.ts';

/** Whether an action can be undone, and why it cannot: it was undone or changed since, it is too late, or nothing undoes it. */
export const UNDO_STATES = ['possible', 'undone', 'changed', 'expired', 'none'] as const;
export type UndoState = (typeof UNDO_STATES)[number];

/** The administrators whose actions are listed. */
const RECENT_ACTIONS_OF = ['me', 'colleagues'] as const;
export type RecentActionsOf = (typeof RECENT_ACTIONS_OF)[number];

export const listRecentActionsBodySchema = z.object({
  of: z._default(z.enum(RECENT_ACTIONS_OF), 'me'),
  cursor: z.nullish(cursorSchema),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_MAX_LIMIT)), RECENT_ACTIONS_PAGE_SIZE),
});
export type ListRecentActionsBody = z.output<typeof listRecentActionsBodySchema>;

/** Needs a reason where the action is a colleague's. */
export const undoRecentActionBodySchema = undoBodySchema;

/** An action of an administrator on a subject, or on many at once. */
export const recentActionSchema = z.object({
  _id: idSchema,
  /** The kind of the moderation event; 'bulk' for an action on many subjects. */
  kind: z.string(),
  at: timestampSchema,
  actor: z.object({ _id: z.nullable(idSchema), username: z.string() }),
  /** Null for many. */
  subject: z.nullable(subjectRefSchema),
  /** The account's name or the content's title; null where nothing knows it any more. */
  name: nullableTextSchema,
  /** The report that it was done from, else the newest one of the subject. */
  reportId: z.nullable(idSchema),
  fromStatus: nullableTextSchema,
  /** The status of the report, or of all open reports of the subject. */
  toStatus: nullableTextSchema,
  /** Whether it is about all open reports of the subject. */
  isForAll: z.boolean(),
  /** The conclusion and the measures, where it is a decision. */
  decision: z.nullable(z.object({ outcome: z.enum(DECISION_OUTCOMES), actions: z.array(z.enum(POLICY_ACTIONS)) })),
  /** The action and the number of its subjects. */
  bulk: z.nullable(z.object({ action: bulkActionSchema, total: z.int() })),
  /** The title of the rule. */
  policy: nullableTextSchema,
  /** An assignee's name, or at most 200 characters of a note. */
  detail: nullableTextSchema,
  undo: z.enum(UNDO_STATES),
  /** Whether its undo needs a reason of the caller's. */
  needsReason: z.boolean(),
});
export type RecentAction = z.infer<typeof recentActionSchema>;

export const listRecentActionsResponseSchema = z.object({
  ...successSchema(z.array(recentActionSchema)).shape,
  pagination: z.object({ nextCursor: z.nullable(z.string()) }),
  /** Reports that the caller has closed since midnight in Vietnam, without those opened again. */
  closedToday: z.int(),
});
