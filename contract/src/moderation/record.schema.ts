import * as z from 'zod/mini';
import { successSchema } from '../lib/envelope.ts';
import { idSchema, nullableTextSchema, timestampSchema } from '../lib/fields.ts';
import { DECISION_OUTCOMES } from './decisions.schema.ts';
import { POLICY_ACTIONS } from './policies.schema.ts';
import { subjectRefSchema } from './subjects.schema.ts';

const actorSchema = z.object({ _id: z.nullable(idSchema), username: z.string() });

/** A decision on an account, or on what it published. */
export const recordedDecisionSchema = z.object({
  _id: idSchema,
  subject: subjectRefSchema,
  /** The title of content that the decision took down. */
  title: nullableTextSchema,
  outcome: z.enum(DECISION_OUTCOMES),
  /** The title of the rule in the version that was applied. */
  policy: z.nullable(z.object({ key: idSchema, version: z.int(), title: z.string() })),
  points: z.int(),
  pointsExpireAt: z.nullable(timestampSchema),
  actions: z.array(z.enum(POLICY_ACTIONS)),
  suspendedUntil: z.nullable(timestampSchema),
  actor: actorSchema,
  createdAt: timestampSchema,
  /** Whether its undo needs a reason of the caller's. */
  needsReason: z.boolean(),
  /** Set once it was taken back: by an administrator, who may have granted an appeal. */
  undone: z.nullable(
    z.object({ by: z.nullable(actorSchema), at: timestampSchema, reason: nullableTextSchema, isAppeal: z.boolean() }),
  ),
});
export type RecordedDecision = z.infer<typeof recordedDecisionSchema>;

/** The record of a user as an owner of what is decided on, and as a reporter (ours). */
export const userRecordSchema = z.object({
  /** Points that count now, and when the next of them expire. */
  points: z.int(),
  pointsExpireAt: z.nullable(timestampSchema),
  /** The newest 50, newest first, and how many there are. */
  decisions: z.array(recordedDecisionSchema),
  decisionsCount: z.int(),
  /** The user's own appeals that were decided, and those of them that were granted. */
  appeals: z.object({ decided: z.int(), won: z.int() }),
  /** Reports of the account and of what it published. */
  reportsAbout: z.object({ total: z.int(), open: z.int() }),
  /** Reports that the user has filed: resolved ones were right, rejected ones were not, unread ones closed themselves while muted. */
  reportsBy: z.object({
    total: z.int(),
    resolved: z.int(),
    rejected: z.int(),
    unread: z.int(),
    /** By whom and since when the user is muted: new reports close themselves, unless they are as severe as child safety. */
    muted: z.nullable(z.object({ by: actorSchema, at: timestampSchema })),
  }),
});
export type UserRecord = z.infer<typeof userRecordSchema>;

export const userRecordResponseSchema = successSchema(userRecordSchema);
