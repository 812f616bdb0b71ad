import * as z from 'zod/mini';

/** An opaque position in a list, made by the server; null at the end. */
export const cursorSchema = z.string().check(z.minLength(1), z.maxLength(512));

/** 'eq': the total is exact; 'gte': there are at least that many; 'approx': there are about that many. */
export const totalRelationSchema = z.enum(['eq', 'gte', 'approx']);

/** Pagination by cursor (extension). */
export const cursorPaginationSchema = z.object({
  total: z.int().check(z.nonnegative()),
  totalRelation: totalRelationSchema,
  nextCursor: z.nullable(z.string()),
});
export type CursorPagination = z.infer<typeof cursorPaginationSchema>;

/** Pagination by page number. */
export const pagePaginationSchema = z.object({
  currentPage: z.int(),
  totalPages: z.int(),
  totalPosts: z.int(),
  limit: z.int(),
});
export type PagePagination = z.infer<typeof pagePaginationSchema>;
