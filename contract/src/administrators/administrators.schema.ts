import * as z from 'zod/mini';
import { newPasswordSchema } from '../auth/auth.schema.ts';
import {
  ADMINISTRATORS_PAGE_SIZE,
  EMAIL_MAX_CHARS,
  PAGE_MAX_LIMIT,
  PROTECTED_USERNAME,
  USERNAME_MAX_CHARS,
} from '../constants.ts';
import { succeededSchema, successSchema } from '../lib/envelope.ts';
import { idSchema, nullableMediaUrlSchema, nullableTextSchema, timestampSchema } from '../lib/fields.ts';
import { cursorPaginationSchema, cursorSchema } from '../lib/paging.ts';

/** Signs in; is switched off; or has a link to become one. */
const ADMINISTRATOR_STATES = ['active', 'disabled', 'invited'] as const;

/** A row of the list of administrators: one of them, or an invitation that can still be accepted. */
export const administratorSchema = z.object({
  /** The id of the account or of the invitation. */
  _id: idSchema,
  state: z.enum(ADMINISTRATOR_STATES),
  email: z.string(),
  /** Null for an invitation: the invited person chooses it. */
  username: nullableTextSchema,
  avatar: nullableMediaUrlSchema,
  /** When a suspension or an invitation ends; null for neither. */
  until: z.nullable(timestampSchema),
  /** Null where there was none in the last 30 days. */
  lastUsedAt: z.nullable(timestampSchema),
  /** The number of valid sessions. */
  sessions: z.int().check(z.nonnegative()),
  hasSecondFactor: z.boolean(),
  /** Who has sent the invitation; null for an account. */
  invitedBy: nullableTextSchema,
  createdAt: z.nullable(timestampSchema),
});
export type Administrator = z.infer<typeof administratorSchema>;

export const listAdministratorsBodySchema = z.object({
  limit: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_MAX_LIMIT)), ADMINISTRATORS_PAGE_SIZE),
  cursor: z.nullish(cursorSchema),
});
export type ListAdministratorsBody = z.infer<typeof listAdministratorsBodySchema>;

/** Invitations come first, before the first page of accounts. */
export const listAdministratorsResponseSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  data: z.array(administratorSchema),
  pagination: cursorPaginationSchema,
});

export const inviteAdministratorBodySchema = z.object({
  email: z
    .string('Vui lòng nhập email')
    .check(
      z.trim(),
      z.minLength(1, 'Vui lòng nhập email'),
      z.maxLength(EMAIL_MAX_CHARS, 'Email quá dài'),
      z.normalize('NFC'),
      z.email('Email không đúng định dạng'),
    ),
});
export type InviteAdministratorBody = z.infer<typeof inviteAdministratorBodySchema>;

/** Sent only in this response. */
export const inviteAdministratorResponseSchema = successSchema(
  z.object({
    invitation: administratorSchema,
    /** The token to put behind the '#' of the invitation page's URL, so that it is in no log. */
    token: z.string(),
  }),
);
export type NewInvitation = z.infer<typeof inviteAdministratorResponseSchema>['data'];

/** A token has 43 characters; a longer text is none. */
const TOKEN_MAX_CHARS = 128;
const invitationTokenSchema = z.string().check(z.minLength(1), z.maxLength(TOKEN_MAX_CHARS));

export const getInvitationBodySchema = z.object({ token: invitationTokenSchema });

export const invitationResponseSchema = successSchema(
  z.object({ email: z.string(), invitedBy: z.string(), expiresAt: timestampSchema }),
);
export type Invitation = z.infer<typeof invitationResponseSchema>['data'];

/** Control, format and unassigned characters: they are invisible, or change the order of what is around them. */
const INVISIBLE = /\p{C}/u;

/** The name of a new administrator, as everybody sees it. */
const administratorNameSchema = z.string('Vui lòng nhập tên').check(
  z.trim(),
  z.minLength(1, 'Vui lòng nhập tên'),
  z.maxLength(USERNAME_MAX_CHARS, `Tên dài tối đa ${USERNAME_MAX_CHARS} ký tự`),
  z.normalize('NFC'),
  z.refine((name) => !INVISIBLE.test(name), 'Tên có ký tự không nhìn thấy được'),
  // It could never be deleted.
  z.refine((name) => name.toLowerCase() !== PROTECTED_USERNAME, 'Tên này được dành riêng, hãy chọn tên khác'),
);

export const acceptInvitationBodySchema = z.object({
  token: invitationTokenSchema,
  username: administratorNameSchema,
  /** Whether it is hard enough to guess is for the server to say. */
  password: newPasswordSchema,
});
export type AcceptInvitationBody = z.infer<typeof acceptInvitationBodySchema>;
