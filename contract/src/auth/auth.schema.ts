import * as z from 'zod/mini';
import { EMAIL_MAX_CHARS, PASSWORD_MAX_CHARS } from '../constants.ts';
import { idSchema } from '../lib/fields.ts';

export const loginBodySchema = z.object({
  email: z
    .string('Vui lòng nhập email')
    .check(z.trim(), z.minLength(1, 'Vui lòng nhập email'), z.maxLength(EMAIL_MAX_CHARS, 'Email quá dài')),
  password: z
    .string('Vui lòng nhập mật khẩu')
    .check(z.minLength(1, 'Vui lòng nhập mật khẩu'), z.maxLength(PASSWORD_MAX_CHARS, 'Mật khẩu quá dài')),
});
export type LoginBody = z.infer<typeof loginBodySchema>;

/** The signed-in administrator (specification, section 3). */
export const adminSchema = z.object({ id: idSchema, username: z.string(), email: z.string() });
export type Admin = z.infer<typeof adminSchema>;

/** An app user as the app's own sign-in answers (the wire contract, the app's side). */
export const loginUserAnswerSchema = z.object({
  success: z.boolean(),
  message: z.optional(z.string()),
  token: z.string(),
  user: z.object({ _id: idSchema, username: z.string(), email: z.string(), avatar: z.nullable(z.string()) }),
});
export type LoginUserAnswer = z.infer<typeof loginUserAnswerSchema>;

/** `token` may be missing in an answer of another backend; the panel then says 'Token không hợp lệ'. */
export const loginAnswerSchema = z.object({
  success: z.optional(z.boolean()),
  message: z.optional(z.string()),
  token: z.optional(z.string()),
  admin: z.optional(adminSchema),
});
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;
