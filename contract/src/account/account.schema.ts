import * as z from 'zod/mini';
import { newPasswordSchema, passwordSchema, secondFactorCodeSchema } from '../auth/auth.schema.ts';
import { succeededSchema } from '../lib/envelope.ts';
import { idSchema, timestampSchema } from '../lib/fields.ts';

export const changePasswordBodySchema = z.object({
  currentPassword: passwordSchema,
  /** Whether it is hard enough to guess is for the server to say. */
  newPassword: newPasswordSchema,
});
export type ChangePasswordBody = z.infer<typeof changePasswordBodySchema>;

export const confirmPasswordBodySchema = z.object({ password: passwordSchema });

export const confirmSecondFactorBodySchema = z.object({ code: secondFactorCodeSchema });

export const accountResponseSchema = z.object({
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
export type OwnAccount = z.infer<typeof accountResponseSchema>['account'];

/** One session of the account. */
export const ownSessionSchema = z.object({
  id: idSchema,
  /** Browser and system, as far as the user agent names them: 'Chrome trên Windows'. */
  device: z.string(),
  address: z.string(),
  createdAt: timestampSchema,
  lastUsedAt: timestampSchema,
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const listOwnSessionsResponseSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  sessions: z.array(ownSessionSchema),
});

export const endOtherSessionsResponseSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  ended: z.int().check(z.nonnegative()),
});

/** Sent only in this response. */
export const beginSecondFactorResponseSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  /** Base32 without padding, to be typed by hand. */
  secret: z.string(),
  /** otpauth://…, to be drawn as a QR code. */
  address: z.string(),
});
export type SecondFactorSecret = Pick<z.infer<typeof beginSecondFactorResponseSchema>, 'secret' | 'address'>;

/** Sent only in this response. */
export const recoveryCodesResponseSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  recoveryCodes: z.array(z.string()),
});
