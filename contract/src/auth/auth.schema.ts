import * as z from 'zod/mini';
import { START_SCREENS } from '../account/start-screens.ts';
import {
  EMAIL_MAX_CHARS,
  NEW_PASSWORD_MIN_CHARS,
  PASSWORD_MAX_CHARS,
  SECOND_FACTOR_CODE_MAX_CHARS,
} from '../constants.ts';
import { succeededSchema } from '../lib/envelope.ts';
import { idSchema, mediaUrlSchema } from '../lib/fields.ts';

export const passwordSchema = z
  .string('Vui lòng nhập mật khẩu')
  .check(z.minLength(1, 'Vui lòng nhập mật khẩu'), z.maxLength(PASSWORD_MAX_CHARS, 'Mật khẩu quá dài'));

export const newPasswordSchema = passwordSchema.check(
  z.minLength(NEW_PASSWORD_MIN_CHARS, `Mật khẩu mới phải có ít nhất ${NEW_PASSWORD_MIN_CHARS} ký tự`),
);

export const loginBodySchema = z.object({
  email: z
    .string('Vui lòng nhập email')
    .check(z.trim(), z.minLength(1, 'Vui lòng nhập email'), z.maxLength(EMAIL_MAX_CHARS, 'Email quá dài')),
  password: passwordSchema,
});
export type LoginBody = z.infer<typeof loginBodySchema>;

/** A challenge has 43 characters; a longer text is none. */
const CHALLENGE_MAX_CHARS = 128;

/** The code as typed: six digits of the app, or a recovery code; letter case, blanks and hyphens do not matter. */
export const secondFactorCodeSchema = z
  .string('Vui lòng nhập mã xác thực')
  .check(
    z.trim(),
    z.minLength(1, 'Vui lòng nhập mã xác thực'),
    z.maxLength(SECOND_FACTOR_CODE_MAX_CHARS, 'Mã xác thực quá dài'),
  );

export const loginWithSecondFactorBodySchema = z.object({
  challenge: z.string().check(z.minLength(1), z.maxLength(CHALLENGE_MAX_CHARS)),
  code: secondFactorCodeSchema,
});
export type LoginWithSecondFactorBody = z.infer<typeof loginWithSecondFactorBodySchema>;

/** Details of SECOND_FACTOR_REQUIRED: what the two-factor sign-in is completed with, good for 5 minutes and 5 tries. */
export const secondFactorRequiredDetailsSchema = z.object({ challenge: z.string() });

/** The signed-in administrator (specification, section 3). */
export const adminSchema = z.object({ id: idSchema, username: z.string(), email: z.string() });
export type Admin = z.infer<typeof adminSchema>;

/** An app user in the response to the app's own sign-in (the wire contract, the app's side). */
export const loginUserResponseSchema = z.object({
  success: succeededSchema,
  message: z.string(),
  token: z.string(),
  user: z.object({ _id: idSchema, username: z.string(), email: z.string(), avatar: z.nullable(mediaUrlSchema) }),
});
export type LoginUserResponse = z.infer<typeof loginUserResponseSchema>;

export const loginResponseSchema = z.object({
  success: succeededSchema,
  message: z.string(),
  token: z.string(),
  /** Null where the server does not send it: then no socket is opened (specification, section 5). */
  admin: z.nullable(adminSchema),
  /** The screen that the administrator wants first (ours). */
  startScreen: z.optional(z.enum(START_SCREENS)),
});
export type LoginResponse = z.infer<typeof loginResponseSchema>;
