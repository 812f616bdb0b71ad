import * as z from 'zod/mini';
import { BULK_LIST_MAX_LIMIT, BULK_LIST_PAGE_SIZE } from '../constants.ts';
import { successSchema } from '../lib/envelope.ts';
import { idSchema, nullableTextSchema, timestampSchema } from '../lib/fields.ts';
import { cursorSchema } from '../lib/paging.ts';
import { subjectRefSchema } from './subjects.schema.ts';

/** Actions without free input: their shape is the same when they start and while they run. */
export const CHOSEN_ACTIONS = [
  z.object({ kind: z.literal('disable') }),
  z.object({ kind: z.literal('takedown') }),
  z.object({ kind: z.literal('no_violation') }),
  z.object({ kind: z.literal('close_reports'), outcome: z.enum(['resolved', 'rejected']) }),
  /** Ends a wave of spam of one account: disables it, takes its content down, closes the reports that are left of both. */
  z.object({
    kind: z.literal('clean_up'),
    disables: z.boolean(),
    takesDown: z.boolean(),
    closesReports: z.boolean(),
  }),
] as const;

/** The action on each subject. */
export const bulkActionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('suspend'), days: z.int() }),
  z.object({ kind: z.literal('tag'), text: z.string(), expiresAt: z.nullish(z.string()) }),
  ...CHOSEN_ACTIONS,
]);
export type BulkAction = z.infer<typeof bulkActionSchema>;
export type BulkActionKind = BulkAction['kind'];

/** The periods in which content was published. */
export const BULK_PERIODS = ['day', 'week', 'all'] as const;
export type BulkPeriod = (typeof BULK_PERIODS)[number];

export const BULK_STATES = ['running', 'stopped', 'done'] as const;
/** Why it stopped before its end: by an administrator; the rule was switched off; who started it can no longer sign in. */
export const BULK_STOP_REASONS = ['administrator', 'policy_disabled', 'starter_gone'] as const;

const bulkActorSchema = z.object({ _id: z.nullable(idSchema), username: z.string() });

/** One action on many subjects, with its progress. */
export const bulkSchema = z.object({
  _id: idSchema,
  action: bulkActionSchema,
  /** The rule, by its present title. */
  policy: z.nullable(z.object({ key: idSchema, title: z.string() })),
  total: z.int(),
  /** The number of subjects that are done; undoing does not change it. */
  done: z.int(),
  /** The number of subjects that were left alone, such as those that a colleague has decided meanwhile. */
  skipped: z.int(),
  failed: z.int(),
  state: z.enum(BULK_STATES),
  stopReason: z.nullable(z.enum(BULK_STOP_REASONS)),
  startedBy: bulkActorSchema,
  startedAt: timestampSchema,
  endedAt: z.nullable(timestampSchema),
  undo: z.object({
    /** Until when it can be undone as one; null where it cannot: nothing is done, it is undone, or too late. */
    until: z.nullable(timestampSchema),
    state: z.enum(['none', 'running', 'done']),
    by: z.nullable(bulkActorSchema),
    /** How many of those done are undone, and how many stay since they were changed. */
    done: z.int(),
    skipped: z.int(),
  }),
});
export type Bulk = z.infer<typeof bulkSchema>;

/** A subject that was left alone, and why. */
const bulkItemSchema = z.object({
  subject: subjectRefSchema,
  /** The present name of an account; null for content and for what is gone. */
  name: nullableTextSchema,
  /** 'kept': done, and not undone. */
  state: z.enum(['skipped', 'failed', 'kept']),
  reason: z.object({ code: z.string(), message: z.string() }),
});
export type BulkItem = z.infer<typeof bulkItemSchema>;

export const bulkResponseSchema = successSchema(bulkSchema);
export const bulkDetailResponseSchema = successSchema(
  z.object({
    ...bulkSchema.shape,
    /** The first of those that were left alone. */
    items: z.array(bulkItemSchema),
  }),
);
export type BulkDetail = z.infer<typeof bulkDetailResponseSchema>['data'];

export const listBulksBodySchema = z.object({
  cursor: z.nullish(cursorSchema),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(BULK_LIST_MAX_LIMIT)), BULK_LIST_PAGE_SIZE),
});
export type ListBulksBody = z.output<typeof listBulksBodySchema>;
export const listBulksResponseSchema = z.object({
  ...successSchema(z.array(bulkSchema)).shape,
  pagination: z.object({ nextCursor: z.nullable(z.string()) }),
});
