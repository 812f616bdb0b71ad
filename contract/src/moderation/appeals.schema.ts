import * as z from 'zod/mini';
import {
  APPEAL_PAGE_SIZE,
  APPEAL_TEXT_MAX_CHARS,
  APPEAL_TEXT_MIN_CHARS,
  MODERATION_NOTE_MAX_CHARS,
  PAGE_MAX_LIMIT,
} from '../constants.ts';
import { cleaned } from '../lib/clean-text.ts';
import { succeededSchema, successSchema } from '../lib/envelope.ts';
import { idSchema, nullableTextSchema, timestampSchema } from '../lib/fields.ts';
import { cursorPaginationSchema, cursorSchema } from '../lib/paging.ts';
import { assigneeSchema } from './assignments.schema.ts';
import { DECISION_OUTCOMES, letterPreviewSchema, moderationSubjectSchema } from './decisions.schema.ts';
import { letterTextSchema } from './letters.schema.ts';
import { POLICY_ACTIONS } from './policies.schema.ts';
import { reportSnapshotSchema } from './report-snapshots.schema.ts';
import { subjectRefSchema } from './subjects.schema.ts';

/** The notice of a decision that the app shows the user whom it concerns (ours). */
export const noticeSchema = z.object({
  _id: idSchema,
  /** Unknown kinds are shown by their text alone. */
  kind: z.string(),
  text: z.string(),
  /** The title of the rule. */
  policy: nullableTextSchema,
  /** The end of a suspension. */
  until: z.nullable(timestampSchema),
  /** Whether the user may object now. */
  canAppeal: z.boolean(),
  appealUntil: z.nullable(timestampSchema),
  createdAt: timestampSchema,
});
export type Notice = z.infer<typeof noticeSchema>;

/** Details of ACCOUNT_DISABLED at the sign-in of an app user (ours). */
export const accountDisabledDetailsSchema = z.object({
  /** Null for an account that is disabled without an end. */
  until: z.nullable(timestampSchema),
  /** The title of the rule; null where none was named. */
  reason: nullableTextSchema,
  /** The newest notice that says so. */
  notice: z.nullable(noticeSchema),
  /** Opens listNotices and createAppeal for an hour, and nothing else. */
  appealToken: z.string(),
});
export type AccountDisabledDetails = z.infer<typeof accountDisabledDetailsSchema>;

export const createAppealBodySchema = z.object({
  noticeId: idSchema,
  text: z
    .string('Vui lòng nhập nội dung khiếu nại')
    .check(
      cleaned,
      z.minLength(APPEAL_TEXT_MIN_CHARS, `Nội dung khiếu nại cần ít nhất ${APPEAL_TEXT_MIN_CHARS} ký tự`),
      z.maxLength(APPEAL_TEXT_MAX_CHARS, 'Nội dung khiếu nại quá dài (tối đa 1.000 ký tự)'),
    ),
});
export type CreateAppealBody = z.infer<typeof createAppealBodySchema>;

/** 'owner' objects; 'reporter' asks for a second look at a report that was rejected. */
export const APPEAL_KINDS = ['owner', 'reporter'] as const;
/** 'closed': the decision was taken back, or an account was deleted, before somebody decided on the appeal. */
export const APPEAL_OUTCOMES = ['upheld', 'overturned', 'closed'] as const;
export const APPEAL_STATES = ['open', 'decided'] as const;

const administratorSchema = z.object({ _id: idSchema, username: z.string() });

/** An appeal as administrators see it. */
export const appealSchema = z.object({
  _id: idSchema,
  kind: z.enum(APPEAL_KINDS),
  /** Empty once the account of its author is deleted. */
  text: z.string(),
  createdAt: timestampSchema,
  dueAt: timestampSchema,
  /** Who objects; null once the account is deleted. */
  author: z.nullable(z.object({ _id: idSchema, username: z.string() })),
  subject: subjectRefSchema,
  /** Who handles the subject; undefined from a server of a former release. */
  assignee: z.optional(assigneeSchema),
  /** The subject's title or first words, or the account's name; null where nothing is left that says it. */
  title: nullableTextSchema,
  /** The newest report of the subject, which has the evidence. */
  reportId: z.nullable(idSchema),
  /** The decision that is objected to. */
  decision: z.object({
    _id: idSchema,
    outcome: z.enum(DECISION_OUTCOMES),
    /** The rule in the version that was applied. */
    policy: z.nullable(z.object({ key: idSchema, version: z.int(), title: z.string() })),
    actions: z.array(z.enum(POLICY_ACTIONS)),
    /** The end of the suspension. */
    until: z.nullable(timestampSchema),
    at: timestampSchema,
    by: administratorSchema,
    note: nullableTextSchema,
    isUndone: z.boolean(),
  }),
  /** Null while it waits. */
  outcome: z.nullable(z.enum(APPEAL_OUTCOMES)),
  decidedAt: z.nullable(timestampSchema),
  /** Null while it waits, and where the system closed it. */
  decidedBy: z.nullable(administratorSchema),
  /** A note for administrators alone. */
  note: nullableTextSchema,
});
export type Appeal = z.infer<typeof appealSchema>;

export const listAppealsBodySchema = z.object({
  state: z._default(z.enum(APPEAL_STATES), 'open'),
  /** Who handles the subjects of those that wait: an administrator's id, 'me', or 'none' for nobody; '' for any. */
  assignee: z.nullish(z.union([z.literal(''), idSchema])),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_MAX_LIMIT)), APPEAL_PAGE_SIZE),
  cursor: z.nullish(cursorSchema),
});
export type ListAppealsBody = z.infer<typeof listAppealsBodySchema>;

export const decideAppealBodySchema = z.object({
  outcome: z.enum(['uphold', 'overturn'], 'Vui lòng chọn giữ nguyên hoặc hủy quyết định'),
  /** The letter to who objected: null for none, or the template. Others whose appeal ends with it get the template. */
  letter: z.optional(z.nullable(letterTextSchema)),
  note: z.nullish(
    z.string().check(cleaned, z.maxLength(MODERATION_NOTE_MAX_CHARS, 'Ghi chú quá dài (tối đa 2.000 ký tự)')),
  ),
  /** Whether the decision is kept against everybody else whose appeal waits, too; overturning ends all in any case. */
  answersAll: z.nullish(z.boolean()),
  /** The subject's version that this rests on. */
  version: z.int().check(z.minimum(0)),
});
export type DecideAppealBody = z.infer<typeof decideAppealBodySchema>;

/** An appeal with the evidence of its decision, the letter that was sent, and the subject as it is now. */
export const appealDetailSchema = z.object({
  appeal: appealSchema,
  subject: moderationSubjectSchema,
  /** The subject as it was then; null for a decision from before evidence was kept. */
  evidence: z.nullable(z.object({ takenAt: timestampSchema, content: reportSnapshotSchema })),
  /** The letter that is objected to, as its recipient got it. */
  letter: z.string(),
  /** How many other appeals against the same decision wait; undefined from a server of a former release. */
  others: z.optional(z.int()),
  /**
   * The letter to the author for each conclusion; null once there is no author to get it, undefined from a server of a former
   * release.
   */
  answers: z.optional(z.nullable(z.object({ uphold: letterPreviewSchema, overturn: letterPreviewSchema }))),
  /**
   * How many other decisions of the same action on many subjects overturning takes back, too: those that the letter is about.
   * Undefined from a server of a former release.
   */
  ofSameBulk: z.optional(z.int()),
});
export type AppealDetail = z.infer<typeof appealDetailSchema>;

export const listNoticesResponseSchema = successSchema(z.array(noticeSchema));
export const createAppealResponseSchema = successSchema(
  z.object({ _id: idSchema, createdAt: timestampSchema, dueAt: timestampSchema }),
);
export const listAppealsResponseSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  data: z.array(appealSchema),
  pagination: cursorPaginationSchema,
});
export const appealDetailResponseSchema = successSchema(appealDetailSchema);
