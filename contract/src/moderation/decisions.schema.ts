import * as z from 'zod/mini';
import { MODERATION_NOTE_MAX_CHARS, POLICY_SUSPEND_MAX_DAYS } from '../constants.ts';
import { cleaned } from '../lib/clean-text.ts';
import { successSchema } from '../lib/envelope.ts';
import { clientKeySchema, idSchema, nullableTextSchema, timestampSchema } from '../lib/fields.ts';
import { assigneeSchema } from './assignments.schema.ts';
import { letterTextSchema } from './letters.schema.ts';
import { policyActionsSchema } from './policies.schema.ts';
import { dueFields } from './priority.ts';
import { foundHarmlessSchema } from './reports.schema.ts';
import { LADDER_ACTIONS, settingsSchema } from './settings.schema.ts';
import { subjectRefSchema } from './subjects.schema.ts';

/** 'open' while a report is pending or an appeal waits, 'in_review' while the open ones are looked at, 'closed' without an open one. */
export const SUBJECT_STATES = ['open', 'in_review', 'closed'] as const;

/** One moderation event, newest first in lists. */
export const moderationEventSchema = z.object({
  _id: idSchema,
  /** Unknown kinds are shown raw. */
  kind: z.string(),
  at: timestampSchema,
  /** Null for the system and for users, who are not named. */
  actor: z.nullable(z.object({ _id: z.nullable(idSchema), username: z.string() })),
  reportId: z.nullable(idSchema),
  /** Of a report that was filed and is still there: its reason, the rule beside it, its words, and the reporter's name. */
  report: z.optional(
    z.object({
      reason: z.string(),
      policy: nullableTextSchema,
      description: nullableTextSchema,
      reporter: nullableTextSchema,
    }),
  ),
  decisionId: z.nullable(idSchema),
  /** The title of the rule in the version that was applied. */
  policy: z.nullable(z.object({ key: idSchema, version: z.int(), title: z.string() })),
  note: nullableTextSchema,
  /** The end of a suspension. */
  until: z.nullable(timestampSchema),
});
export type ModerationEvent = z.infer<typeof moderationEventSchema>;

/** The penalty that the ladder proposes: days null for disabling without an end. */
export const recommendedSchema = z.nullable(
  z.object({ action: z.enum(LADDER_ACTIONS), suspendDays: z.nullable(z.int()) }),
);

/** A subject as one decides it (ours). */
export const moderationSubjectSchema = z.object({
  subject: subjectRefSchema,
  state: z.enum(SUBJECT_STATES),
  /** The version that a decision rests on; 0 for a subject to which nothing has happened. */
  version: z.int(),
  /** The account itself, or the author of the content; null once it is deleted. */
  owner: z.nullable(
    z.object({
      _id: idSchema,
      username: z.string(),
      isDisabled: z.boolean(),
      /** Null for an account that is not disabled, or without an end. */
      disabledUntil: z.nullable(timestampSchema),
      isAdmin: z.boolean(),
    }),
  ),
  foundHarmless: foundHarmlessSchema,
  /** Since when the system hides its content until somebody decides. */
  hiddenAt: z.nullable(timestampSchema),
  takenDownAt: z.nullable(timestampSchema),
  ...dueFields,
  assignee: assigneeSchema,
  reports: z.int(),
  openReports: z.int(),
  /** Reports that a decision has closed and whose own status still follows. */
  closing: z.int(),
  /** Reports whose own status still follows since they were opened again. */
  updating: z.optional(z.int()),
  reporters: z.int(),
  /** Of an account alone: the open reports of what it published, and how much of that they are of. */
  contentReports: z.optional(z.object({ open: z.int(), subjects: z.int() })),
  /** Appeals that wait. */
  openAppeals: z.int(),
  /** Points of the owner that have not expired, what the ladder proposes for them, and its steps. */
  strikes: z.object({ points: z.int(), recommended: recommendedSchema, ladder: settingsSchema.shape.ladder }),
  /** Warnings of the owner that were not undone, and decisions that their appeals overturned. */
  ownerRecord: z.object({ warnings: z.int(), appealsWon: z.int() }),
  /** Other reports that the reporters of this subject have filed lately and that were closed; of them those that were right. */
  reportersRecord: z.object({ closed: z.int(), right: z.int() }),
  /** Its newest report, which has the evidence. */
  newestReportId: z.nullable(idSchema),
  /** The newest of them. */
  events: z.array(moderationEventSchema),
});
export type ModerationSubject = z.infer<typeof moderationSubjectSchema>;

export const DECISION_OUTCOMES = ['violation', 'no_violation'] as const;

/** The letters' texts, with `{tên}` for the name: null for no letter; the text of the rule where it is left out. */
export const decisionLettersSchema = z.optional(
  z.nullable(z.object({ owner: z.nullish(letterTextSchema), reporters: z.nullish(letterTextSchema) })),
);

/** A note for administrators alone. */
export const decisionNoteSchema = z.nullish(
  z.string().check(cleaned, z.maxLength(MODERATION_NOTE_MAX_CHARS, 'Ghi chú quá dài (tối đa 2.000 ký tự)')),
);

/** The days of a suspension. */
export const suspendDaysSchema = z
  .int('Số ngày tạm khóa là một số nguyên')
  .check(
    z.minimum(1, `Số ngày tạm khóa từ 1 đến ${POLICY_SUSPEND_MAX_DAYS}`),
    z.maximum(POLICY_SUSPEND_MAX_DAYS, `Số ngày tạm khóa từ 1 đến ${POLICY_SUSPEND_MAX_DAYS}`),
  );

export const decideBodySchema = z
  .object({
    /** The key of this decision: a repeat by the same administrator gets the decision that is stored. */
    clientKey: z.nullish(clientKeySchema),
    subject: subjectRefSchema,
    outcome: z.enum(DECISION_OUTCOMES, 'Vui lòng chọn kết luận'),
    /** The rule that is violated. */
    policy: z.nullish(idSchema),
    /** The actions that follow a violation. */
    actions: policyActionsSchema,
    suspendDays: z.nullish(suspendDaysSchema),
    note: decisionNoteSchema,
    letters: decisionLettersSchema,
    /** The subject's version that the decision rests on. */
    version: z.int().check(z.minimum(0)),
  })
  .check(
    z.refine(({ outcome, policy }) => outcome === 'no_violation' || Boolean(policy), {
      path: ['policy'],
      error: 'Vui lòng chọn quy tắc bị vi phạm',
    }),
    z.refine(({ outcome, actions }) => outcome === 'violation' || actions.length === 0, {
      path: ['actions'],
      error: 'Không vi phạm thì không có hình thức xử lý',
    }),
    z.refine(({ actions, suspendDays }) => !actions.includes('suspend') || suspendDays != null, {
      path: ['suspendDays'],
      error: 'Vui lòng chọn số ngày tạm khóa',
    }),
    z.refine(({ actions }) => !(actions.includes('suspend') && actions.includes('disable')), {
      path: ['actions'],
      error: 'Chỉ chọn tạm khóa hoặc vô hiệu hóa',
    }),
  );
export type DecideBody = z.infer<typeof decideBodySchema>;

export const subjectResponseSchema = successSchema(moderationSubjectSchema);

/** The consequences that a decision may have; see consequencesOf. */
const CONSEQUENCES = [
  'takedown',
  'show_again',
  'warn',
  'suspend',
  /** A suspension in place of one that ends earlier. */
  'suspend_longer',
  /** The account is disabled for as long already. */
  'stay_disabled',
  'disable',
  /** A violation without an act. */
  'record',
  'points',
  'close_reports',
] as const;
export interface Consequence {
  code: (typeof CONSEQUENCES)[number];
  /** The end of a penalty, or of points. */
  until: string | null;
  /** Days of a suspension, points, or reports. */
  count: number | null;
}
const consequencesSchema = z.array(
  z.object({
    /** Unknown ones are not said. */
    code: z.string(),
    until: z.nullable(timestampSchema),
    count: z.nullable(z.int()),
  }),
);

export const decideResponseSchema = successSchema(
  z.object({
    decisionId: idSchema,
    /** Until then who made the decision can undo it without a reason. */
    undoUntil: timestampSchema,
    /** Whether the call was a repeat, and nothing was done. */
    isRepeated: z.optional(z.boolean()),
    /** The consequences that it had; none for a repeat. */
    consequences: z.optional(consequencesSchema),
    subject: moderationSubjectSchema,
  }),
);

/** A letter as it would be sent. */
export const letterPreviewSchema = z.object({
  kind: z.string(),
  /** The text as its recipient will see it; of several recipients, the first one. */
  text: z.string(),
  /** The same with its variables, which have their values when it is sent: what is to be edited. */
  draft: z.string(),
  /** The values of the variables, by their names. */
  values: z.record(z.string(), z.string()),
});
export type LetterPreview = z.infer<typeof letterPreviewSchema>;

export const decisionPreviewSchema = z.object({
  /** Null where nobody would get one. */
  letters: z.object({ owner: z.nullable(letterPreviewSchema), reporters: z.nullable(letterPreviewSchema) }),
  consequences: consequencesSchema,
  /** The penalty that the ladder proposes for the points that the owner would have. */
  recommended: recommendedSchema,
});
export type DecisionPreview = z.infer<typeof decisionPreviewSchema>;
export const decisionPreviewResponseSchema = successSchema(decisionPreviewSchema);
