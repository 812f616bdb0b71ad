import * as z from 'zod/mini';
import { CONTENT_PAGE_SIZE, PAGE_MAX_LIMIT, SEARCH_TERM_MAX_CHARS } from '../constants.ts';
import { successSchema } from '../lib/envelope.ts';
import {
  dayFilterSchema,
  filterSchema,
  idSchema,
  nullableTextSchema,
  privateMediaUrlSchema,
  timestampSchema,
} from '../lib/fields.ts';
import { cursorPaginationSchema, cursorSchema } from '../lib/paging.ts';
import { authorSchema } from '../posts/posts.schema.ts';

/** The kinds of content that users publish. */
export const CONTENT_TYPES = ['Post', 'TravelPost', 'Comment'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** 'hidden' is hidden by the system until an administrator decides. */
export const CONTENT_STATES = ['visible', 'hidden', 'taken_down'] as const;
export type ContentState = (typeof CONTENT_STATES)[number];

export const contentRefSchema = z.object({ itemType: z.enum(CONTENT_TYPES), itemId: idSchema });
export type ContentRef = z.infer<typeof contentRefSchema>;

/** The list without a page. */
export const exportContentBodySchema = z.object({
  /** Occurs in title, text or location, case and diacritics ignored. */
  q: z.nullish(z.string().check(z.maxLength(SEARCH_TERM_MAX_CHARS))),
  itemType: filterSchema(CONTENT_TYPES),
  authorId: z.nullish(z.union([z.literal(''), idSchema])),
  hasImages: z.nullish(z.boolean()),
  /** True lists only content with a report that is not closed. */
  isReported: z.nullish(z.boolean()),
  state: filterSchema(CONTENT_STATES),
  /** Days of publication in Vietnam, both included. */
  from: dayFilterSchema,
  to: dayFilterSchema,
  /** The post whose comments alone are listed. */
  parent: z.nullish(z.object({ itemType: z.enum(['Post', 'TravelPost']), itemId: idSchema })),
});
export type ExportContentBody = z.output<typeof exportContentBodySchema>;

export const listContentBodySchema = z.object({
  ...exportContentBodySchema.shape,
  cursor: z.nullish(cursorSchema),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_MAX_LIMIT)), CONTENT_PAGE_SIZE),
});
export type ListContentBody = z.output<typeof listContentBodySchema>;

const contentFields = {
  _id: idSchema,
  itemType: z.enum(CONTENT_TYPES),
  title: nullableTextSchema,
  author: authorSchema,
  createdAt: timestampSchema,
  /** Signed: what is taken down is not public any more. */
  images: z.array(privateMediaUrlSchema),
  /** Null for a comment, as are its likes. */
  commentsCount: z.nullable(z.int()),
  openReports: z.int(),
  state: z.enum(CONTENT_STATES),
  /** The post that a comment stands under. */
  parent: z.nullable(contentRefSchema),
};

/** A row of the list. */
export const listedContentSchema = z.object({
  ...contentFields,
  /** The first 200 characters of the text. */
  excerpt: z.string(),
  /** The number of images; `images` has the first alone. */
  imagesCount: z.int(),
});
export type ListedContent = z.infer<typeof listedContentSchema>;

export const listContentResponseSchema = z.object({
  ...successSchema(z.array(listedContentSchema)).shape,
  /** A search may find less than a page and still have a next one. */
  pagination: cursorPaginationSchema,
});

/** Content by itself. */
export const contentDetailSchema = z.object({
  ...contentFields,
  text: z.string(),
  /** Set for a feed post only. */
  category: nullableTextSchema,
  /** Set for a travel post only. */
  location: nullableTextSchema,
  likesCount: z.nullable(z.int()),
  /** The number of all reports. */
  reports: z.int(),
  newestReportId: z.nullable(idSchema),
});
export type ContentDetail = z.infer<typeof contentDetailSchema>;
export const contentDetailResponseSchema = successSchema(contentDetailSchema);
