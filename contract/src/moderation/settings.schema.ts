import * as z from 'zod/mini';
import {
  APPEAL_DUE_MAX_HOURS,
  APPEAL_MAX_DAYS,
  DUE_MAX_HOURS,
  HIDING_REPORTERS_MAX,
  HIDING_REPORTERS_MIN,
  LADDER_POINTS_MAX,
  LADDER_STEPS_MAX,
  POLICY_SUSPEND_MAX_DAYS,
} from '../constants.ts';
import { successSchema } from '../lib/envelope.ts';
import { timestampSchema } from '../lib/fields.ts';

/** The penalties of the ladder, the milder one first. */
export const LADDER_ACTIONS = ['suspend', 'disable'] as const;

const wholeNumber = (message: string, min: number, max: number) =>
  z.int(message).check(z.minimum(min, message), z.maximum(max, message));

/** One step of the ladder: what is proposed from how many points on. */
export const ladderStepSchema = z
  .object({
    points: wholeNumber(`Điểm là một số nguyên từ 1 đến ${LADDER_POINTS_MAX}`, 1, LADDER_POINTS_MAX),
    action: z.enum(LADDER_ACTIONS, 'Hình thức xử lý không hợp lệ'),
    /** Null for disabling, which has no end. */
    suspendDays: z.nullable(
      wholeNumber(`Số ngày tạm khóa từ 1 đến ${POLICY_SUSPEND_MAX_DAYS}`, 1, POLICY_SUSPEND_MAX_DAYS),
    ),
  })
  .check(
    z.refine(({ action, suspendDays }) => (action === 'suspend') === (suspendDays !== null), {
      path: ['suspendDays'],
      error: 'Tạm khóa cần số ngày, vô hiệu hóa thì không',
    }),
  );
export type LadderStep = z.infer<typeof ladderStepSchema>;

const weightOf = ({ action, suspendDays }: LadderStep): number =>
  action === 'disable' ? Number.POSITIVE_INFINITY : (suspendDays ?? 0);

/** Steps from few points to many, each for more points than the one before and with a heavier penalty. */
const ladderSchema = z
  .array(ladderStepSchema, 'Thang xử lý không hợp lệ')
  .check(z.maxLength(LADDER_STEPS_MAX, `Thang xử lý có nhiều nhất ${LADDER_STEPS_MAX} bậc`))
  .check(({ value: steps, issues }) => {
    for (const [index, step] of steps.entries()) {
      const before = steps[index - 1];
      if (!before) continue;
      const raise = (path: readonly PropertyKey[], message: string) =>
        issues.push({ code: 'custom', input: steps, path: [index, ...path], message });
      if (step.points <= before.points) raise(['points'], 'Mỗi bậc cần nhiều điểm hơn bậc trước');
      if (weightOf(step) > weightOf(before)) continue;
      raise([step.action === 'suspend' ? 'suspendDays' : 'action'], 'Mỗi bậc cần xử lý nặng hơn bậc trước');
    }
  });

const DUE_MESSAGE = `Hạn xử lý từ 1 đến ${DUE_MAX_HOURS} giờ`;
const dueHours = wholeNumber(DUE_MESSAGE, 1, DUE_MAX_HOURS);

/** The settings that an administrator changes. */
export const settingsFieldsSchema = z.object({
  ladder: ladderSchema,
  /** Within how many hours an open report is to be decided, by the severity of its reason, from 1 to 4. */
  dueHours: z.tuple([dueHours, dueHours, dueHours, dueHours], DUE_MESSAGE),
  /** Within how many hours an appeal is to be decided. */
  appealDueHours: wholeNumber(`Hạn xử lý từ 1 đến ${APPEAL_DUE_MAX_HOURS} giờ`, 1, APPEAL_DUE_MAX_HOURS),
  /** For how many days after a decision its owner can object. */
  appealDays: wholeNumber(`Thời hạn khiếu nại từ 1 đến ${APPEAL_MAX_DAYS} ngày`, 1, APPEAL_MAX_DAYS),
  /** Whether a report of what was found harmless, unaltered and for the same reason, closes itself. */
  isSealingOn: z.boolean(),
  /** Whether content that many report within a day is hidden until somebody decides. */
  isHidingOn: z.boolean(),
  /** How many different reporters that takes. */
  hidingReporters: wholeNumber(
    `Số người báo cáo từ ${HIDING_REPORTERS_MIN} đến ${HIDING_REPORTERS_MAX}`,
    HIDING_REPORTERS_MIN,
    HIDING_REPORTERS_MAX,
  ),
});
export type SettingsFields = z.infer<typeof settingsFieldsSchema>;

/** The settings of moderation (ours). */
export const settingsSchema = z.object({
  ladder: z.array(z.object({ points: z.int(), action: z.enum(LADDER_ACTIONS), suspendDays: z.nullable(z.int()) })),
  dueHours: z.tuple([z.int(), z.int(), z.int(), z.int()]),
  appealDueHours: z.int(),
  appealDays: z.int(),
  isSealingOn: z.boolean(),
  isHidingOn: z.boolean(),
  hidingReporters: z.int(),
  /** Grows with every change. */
  version: z.int(),
  updatedAt: timestampSchema,
});
export type Settings = z.infer<typeof settingsSchema>;

export const updateSettingsBodySchema = z.object({
  ...settingsFieldsSchema.shape,
  /** The version that the change rests on. */
  version: z.int().check(z.minimum(1)),
});
export type UpdateSettingsBody = z.infer<typeof updateSettingsBodySchema>;

export const settingsResponseSchema = successSchema(settingsSchema);
