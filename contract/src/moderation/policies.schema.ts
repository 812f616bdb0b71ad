import * as z from 'zod/mini';
import {
  POLICY_EXPIRES_MAX_DAYS,
  POLICY_POINTS_MAX,
  POLICY_SUSPEND_MAX_DAYS,
  POLICY_TEXT_MAX_CHARS,
  POLICY_TEXT_MIN_CHARS,
  POLICY_TITLE_MAX_CHARS,
  POLICY_TITLE_MIN_CHARS,
} from '../constants.ts';
import { cleaned } from '../lib/clean-text.ts';
import { successSchema } from '../lib/envelope.ts';
import { idSchema, timestampSchema } from '../lib/fields.ts';

/** The actions that may follow a violation, in the order in which they are shown. */
export const POLICY_ACTIONS = ['takedown', 'warn', 'suspend', 'disable'] as const;
export type PolicyAction = (typeof POLICY_ACTIONS)[number];
/** The mildest first. */
export const POLICY_SEVERITIES = [1, 2, 3, 4] as const;

const wholeNumber = (message: string, min: number, max: number) =>
  z.int(message).check(z.minimum(min, message), z.maximum(max, message));

/** One line, unique regardless of case and diacritics. */
const titleSchema = z.string('Vui lòng nhập tên quy tắc').check(
  cleaned,
  z.overwrite<string>((title) => title.replace(/\s+/gu, ' ')),
  z.minLength(POLICY_TITLE_MIN_CHARS, `Tên quy tắc cần ít nhất ${POLICY_TITLE_MIN_CHARS} ký tự`),
  z.maxLength(POLICY_TITLE_MAX_CHARS, `Tên quy tắc dài quá ${POLICY_TITLE_MAX_CHARS} ký tự`),
);

const textSchema = z
  .string('Vui lòng nhập nội dung cho người dùng')
  .check(
    cleaned,
    z.minLength(POLICY_TEXT_MIN_CHARS, `Nội dung cần ít nhất ${POLICY_TEXT_MIN_CHARS} ký tự`),
    z.maxLength(POLICY_TEXT_MAX_CHARS, 'Nội dung dài quá 1.000 ký tự'),
  );

/** Some of POLICY_ACTIONS, in their order, each once. */
export const policyActionsSchema = z
  .array(z.enum(POLICY_ACTIONS, 'Hình thức xử lý không hợp lệ'), 'Hình thức xử lý không hợp lệ')
  .check(
    z.maxLength(POLICY_ACTIONS.length * 2, 'Hình thức xử lý không hợp lệ'),
    z.overwrite<PolicyAction[]>((actions) => POLICY_ACTIONS.filter((action) => actions.includes(action))),
  );

/** The part of a rule that an administrator states. */
export const policyFieldsSchema = z.object({
  title: titleSchema,
  /** For users: what is not allowed. */
  text: textSchema,
  severity: wholeNumber('Mức độ là một số từ 1 đến 4', 1, POLICY_SEVERITIES.length),
  points: wholeNumber(`Điểm là một số nguyên từ 0 đến ${POLICY_POINTS_MAX}`, 0, POLICY_POINTS_MAX),
  /** The days after which the points of a violation expire. */
  expiresDays: wholeNumber(`Thời hạn là một số ngày từ 1 đến ${POLICY_EXPIRES_MAX_DAYS}`, 1, POLICY_EXPIRES_MAX_DAYS),
  /** The actions that usually follow a violation. */
  defaultActions: policyActionsSchema,
  /** How long a suspension usually is; null where that is chosen each time, or none follows. */
  suspendDays: z.nullable(
    wholeNumber(`Số ngày tạm khóa từ 1 đến ${POLICY_SUSPEND_MAX_DAYS}`, 1, POLICY_SUSPEND_MAX_DAYS),
  ),
});
export type PolicyFields = z.infer<typeof policyFieldsSchema>;

/** A rule of the house (ours). */
export const policySchema = z.object({
  /** The rule's id: for a seeded rule for a reason, the reason. */
  key: idSchema,
  title: z.string(),
  text: z.string(),
  severity: z.int(),
  points: z.int(),
  expiresDays: z.int(),
  defaultActions: z.array(z.enum(POLICY_ACTIONS)),
  suspendDays: z.nullable(z.int()),
  /** A rule that is switched off is kept, since decisions refer to it, and is no longer offered. */
  isEnabled: z.boolean(),
  /** Grows with every change; a decision keeps the one it was made by. */
  version: z.int(),
  /** How many decisions named the rule, and how many of these were overturned. */
  appliedCount: z.int(),
  overturnedCount: z.int(),
  updatedAt: timestampSchema,
});
export type Policy = z.infer<typeof policySchema>;

const NEW_KEY = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

export const createPolicyBodySchema = z.object({
  ...policyFieldsSchema.shape,
  defaultActions: z._default(policyActionsSchema, []),
  suspendDays: z._default(policyFieldsSchema.shape.suspendDays, null),
  /** Made of the title unless it is given. */
  key: z.optional(
    z.string().check(z.maxLength(64), z.regex(NEW_KEY, 'Mã quy tắc chỉ gồm chữ thường không dấu, chữ số và dấu _')),
  ),
});
export type CreatePolicyBody = z.infer<typeof createPolicyBodySchema>;

/** A field that is absent stays as it is. */
export const updatePolicyBodySchema = z.object({
  ...z.partial(policyFieldsSchema).shape,
  isEnabled: z.optional(z.boolean()),
  /** The version that the change rests on. */
  version: z.int().check(z.minimum(1)),
});
export type UpdatePolicyBody = z.infer<typeof updatePolicyBodySchema>;

export const policyParamsSchema = z.object({ key: idSchema });
export const policyResponseSchema = successSchema(policySchema);
