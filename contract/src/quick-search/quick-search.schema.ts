import * as z from 'zod/mini';
import { QUICK_SEARCH_DEFAULT_LIMIT, QUICK_SEARCH_MAX_LIMIT, SEARCH_TERM_MAX_CHARS } from '../constants.ts';
import { CONTENT_STATES, CONTENT_TYPES } from '../content/content.schema.ts';
import { successSchema } from '../lib/envelope.ts';
import { idSchema, nullableMediaUrlSchema, nullableTextSchema } from '../lib/fields.ts';
import { userRoleSchema } from '../users/users.schema.ts';

export const quickSearchBodySchema = z.object({
  /** A name, an e-mail, a phone number, words or an id. */
  term: z.string('Vui lòng nhập từ khóa').check(z.maxLength(SEARCH_TERM_MAX_CHARS, 'Từ khóa tìm kiếm quá dài')),
  /** The number of results of each kind. */
  limit: z._default(z.int().check(z.minimum(1), z.maximum(QUICK_SEARCH_MAX_LIMIT)), QUICK_SEARCH_DEFAULT_LIMIT),
});
export type QuickSearchBody = z.output<typeof quickSearchBodySchema>;

export const quickUserSchema = z.object({
  _id: idSchema,
  username: z.string(),
  email: z.string(),
  avatar: nullableMediaUrlSchema,
  role: userRoleSchema,
});
export type QuickUser = z.infer<typeof quickUserSchema>;

/** A report; of several of one subject, the newest. `itemType`, `reason` and `status` are those of reports. */
export const quickReportSchema = z.object({
  _id: idSchema,
  itemType: z.string(),
  reason: z.string(),
  status: z.string(),
  /** The subject's title or first words, or the account's name; null without evidence. */
  title: nullableTextSchema,
  /** The owner of the subject. */
  ownerName: nullableTextSchema,
});
export type QuickReport = z.infer<typeof quickReportSchema>;

export const quickContentSchema = z.object({
  _id: idSchema,
  itemType: z.enum(CONTENT_TYPES),
  title: nullableTextSchema,
  /** The first 200 characters of the text. */
  excerpt: z.string(),
  authorName: nullableTextSchema,
  state: z.enum(CONTENT_STATES),
});
export type QuickContent = z.infer<typeof quickContentSchema>;

/** A few of each kind, what matches best first. */
export const quickSearchResponseSchema = successSchema(
  z.object({
    users: z.array(quickUserSchema),
    reports: z.array(quickReportSchema),
    content: z.array(quickContentSchema),
  }),
);
export type QuickSearchResult = z.infer<typeof quickSearchResponseSchema>['data'];
