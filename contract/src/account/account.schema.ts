import * as z from 'zod/mini';
import { passwordSchema, secondFactorCodeSchema } from '../auth/auth.schema.ts';
import { NEW_PASSWORD_MIN_CHARS } from '../constants.ts';
import { succeededSchema } from '../lib/envelope.ts';
import { idSchema, timestampSchema } from '../lib/fields.ts';

export const changePasswordBodySchema = z.object({
  currentPassword: passwordSchema,
  /** Whether it is hard enough to guess is for the server to say. */
  newPassword: passwordSchema.check(
    z.minLength(NEW_PASSWORD_MIN_CHARS, `Mật khẩu mới phải có ít nhất ${NEW_PASSWORD_MIN_CHARS} ký tự`),
  ),
});
export type ChangePasswordBody = z.infer<typeof changePasswordBodySchema>;

export const confirmPasswordBodySchema = z.object({ password: passwordSchema });

export const confirmSecondFactorBodySchema = z.object({ code: secondFactorCodeSchema });

export const accountAnswerSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  account: z.object({
    id: idSchema,
    username: z.string(),
    email: z.string(),
    secondFactor: z.object({
      isOn: z.boolean(),
      since: z.nullable(timestampSchema),
      recoveryCodesLeft: z.int().check(z.nonnegative()),
    }),
    /** True where the server lets administrators without a second factor do nothing else. */
    mustSetUpSecondFactor: z.boolean(),
  }),
});
export type OwnAccount = z.infer<typeof accountAnswerSchema>['account'];

/** One place where the account is signed in. */
export const ownSessionSchema = z.object({
  id: idSchema,
  /** In words, as far as the browser says: 'Chrome trên Windows'. */
  device: z.string(),
  address: z.string(),
  createdAt: timestampSchema,
  lastUsedAt: timestampSchema,
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const listOwnSessionsAnswerSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  sessions: z.array(ownSessionSchema),
});

export const endOtherSessionsAnswerSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  ended: z.int().check(z.nonnegative()),
});

/** Shown to its owner this once. */
export const beginSecondFactorAnswerSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  /** Base32 without padding, to be typed by hand. */
  secret: z.string(),
  /** otpauth://…, to be drawn as a QR code. */
  address: z.string(),
});
export type SecondFactorSecret = Pick<z.infer<typeof beginSecondFactorAnswerSchema>, 'secret' | 'address'>;

/** Shown to their owner this once. */
export const recoveryCodesAnswerSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  recoveryCodes: z.array(z.string()),
});
