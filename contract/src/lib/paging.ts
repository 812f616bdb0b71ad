import * as z from 'zod/mini';

/** An opaque position in a list, made by the server; null at the end. */
export const cursorSchema = z.string().check(z.minLength(1), z.maxLength(512));

/** Paging of lists read by cursor (ours: an older backend's answer lacks it). */
export const cursorPaginationSchema = z.object({
  total: z.int().check(z.nonnegative()),
  /** 'eq': total is exact; 'gte': there are at least that many. */
  totalRelation: z.enum(['eq', 'gte']),
  nextCursor: z.nullable(z.string()),
});
export type CursorPagination = z.infer<typeof cursorPaginationSchema>;

/** Paging of lists read by numbered page; what an older backend leaves out is worked out by the reader. */
export const pagePaginationSchema = z.object({
  currentPage: z.optional(z.int()),
  totalPages: z.int(),
  totalPosts: z.int(),
  limit: z.optional(z.int()),
});
export type PagePagination = z.infer<typeof pagePaginationSchema>;
