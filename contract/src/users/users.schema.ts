import * as z from 'zod/mini';
import { SEARCH_TERM_MAX_CHARS, USER_LIST_MAX_LIMIT } from '../constants.ts';
import { succeededSchema, successSchema } from '../lib/envelope.ts';
import {
  booleanFilterSchema,
  filterSchema,
  idSchema,
  nullableMediaUrlSchema,
  nullableTextSchema,
  timestampSchema,
} from '../lib/fields.ts';
import { cursorPaginationSchema, cursorSchema } from '../lib/paging.ts';

export const USER_ROLES = ['user', 'admin'] as const;
export const userRoleSchema = z.enum(USER_ROLES);
export type UserRole = z.infer<typeof userRoleSchema>;

/** banned = disabled; active = enabled and seen in the last 30 days; inactive = enabled and not. */
export const USER_STATUSES = ['active', 'inactive', 'banned'] as const;
export const GENDERS = ['male', 'female', 'other'] as const;

export const userFiltersSchema = z.object({
  status: filterSchema(USER_STATUSES),
  role: filterSchema(USER_ROLES),
  vohieuhoa: booleanFilterSchema,
  verified: booleanFilterSchema,
  gender: filterSchema(GENDERS),
  /** Whether points of violations count now (ours). */
  points: booleanFilterSchema,
  /** Whether the account is disabled until a time (ours). */
  suspended: booleanFilterSchema,
});
export type UserFilters = z.infer<typeof userFiltersSchema>;

export const USER_SORTS = ['newest', 'oldest'] as const;

const pageFields = {
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(USER_LIST_MAX_LIMIT))),
  cursor: z.nullish(cursorSchema),
};
const listFields = { filters: z.nullish(userFiltersSchema), sort: z.optional(z.enum(USER_SORTS)) };

/** All fields are ours: a legacy panel sends `{}` and gets the newest 1 000. */
export const listUsersBodySchema = z.object({ ...listFields, ...pageFields });
export type ListUsersBody = z.infer<typeof listUsersBodySchema>;

/** The list of users or, with a term, a search, without a page. */
export const exportUsersBodySchema = z.object({
  searchTerm: z.nullish(z.string().check(z.maxLength(SEARCH_TERM_MAX_CHARS, 'Từ khóa tìm kiếm quá dài'))),
  ...listFields,
});
export type ExportUsersBody = z.infer<typeof exportUsersBodySchema>;

export const searchUsersBodySchema = z.object({ ...exportUsersBodySchema.shape, ...pageFields });
export type SearchUsersBody = z.infer<typeof searchUsersBodySchema>;

/** A row of the user list (specification, section 3). */
export const userSummarySchema = z.object({
  _id: idSchema,
  username: z.string(),
  email: z.string(),
  avatar: nullableMediaUrlSchema,
  /** Identity verified. */
  xacMinhDanhTinh: z.boolean(),
  role: userRoleSchema,
  /** Account disabled. */
  vohieuhoa: z.boolean(),
  /** When a suspension ends (ours); null for an account that is not disabled, or without an end. */
  disabledUntil: z.optional(z.nullable(timestampSchema)),
  /** Null where it is not known. */
  createdAt: z.nullable(timestampSchema),
  /** Null for never (ours). */
  lastActive: z.optional(z.nullable(timestampSchema)),
});
export type UserSummary = z.infer<typeof userSummarySchema>;

/** A user's profile (specification, section 3); the counts of posts are ours, null where they are not known. */
export const userDetailSchema = z.object({
  ...userSummarySchema.shape,
  isDisabled: z.boolean(),
  sdt: nullableTextSchema,
  diachi: nullableTextSchema,
  sex: nullableTextSchema,
  /** In years. */
  tuoi: z.nullable(z.number()),
  tinhtranghonnhan: nullableTextSchema,
  bio: nullableTextSchema,
  nationality: nullableTextSchema,
  home: nullableTextSchema,
  followersCount: z.int(),
  followingCount: z.int(),
  postsCount: z.nullable(z.int()),
  travelPostsCount: z.nullable(z.int()),
  lastActive: z.nullable(timestampSchema),
});
export type UserDetail = z.infer<typeof userDetailSchema>;

export const listUsersResponseSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  data: z.array(userSummarySchema),
  pagination: cursorPaginationSchema,
});

export const searchUsersResponseSchema = successSchema(
  z.object({ users: z.array(userSummarySchema), pagination: cursorPaginationSchema }),
);

export const userStatusResponseSchema = z.object({
  success: succeededSchema,
  message: z.optional(z.string()),
  isDisabled: z.boolean(),
  data: z.object({ userId: idSchema, username: z.string(), email: z.string(), vohieuhoa: z.boolean() }),
});

/** The account as it is after it was disabled or enabled. */
export const userChangedResponseSchema = successSchema(userDetailSchema);

/** `details` of USER_NOT_FOUND, where the account is closed and its content is still being purged. */
export const userNotFoundDetailsSchema = z.object({ isBeingDeleted: z.boolean() });
export type UserNotFoundDetails = z.infer<typeof userNotFoundDetailsSchema>;
