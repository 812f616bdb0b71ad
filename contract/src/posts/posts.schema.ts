import * as z from 'zod/mini';
import { PAGE_MAX_LIMIT, USER_POSTS_PAGE_SIZE, USER_TRAVEL_POSTS_PAGE_SIZE } from '../constants.ts';
import { successSchema } from '../lib/envelope.ts';
import {
  idSchema,
  mediaUrlSchema,
  nullableMediaUrlSchema,
  nullableTextSchema,
  timestampSchema,
} from '../lib/fields.ts';
import { pagePaginationSchema } from '../lib/paging.ts';

const PAGE_NUMBER_MAX = 100_000;

const numberedPage = (defaultLimit: number) =>
  z.object({
    page: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_NUMBER_MAX)), 1),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_MAX_LIMIT)), defaultLimit),
    sortBy: z._default(z.enum(['createdAt']), 'createdAt'),
    /** -1: newest first; 1: oldest first. */
    sortOrder: z._default(z.union([z.literal(-1), z.literal(1)]), -1),
  });
export const listUserPostsBodySchema = numberedPage(USER_POSTS_PAGE_SIZE);
export const listUserTravelPostsBodySchema = numberedPage(USER_TRAVEL_POSTS_PAGE_SIZE);
export type NumberedPage = z.infer<typeof listUserPostsBodySchema>;

/** `_id` and `username` are null where a legacy backend leaves them out. */
export const authorSchema = z.object({
  _id: z.nullable(idSchema),
  username: nullableTextSchema,
  avatar: nullableMediaUrlSchema,
  verified: z.boolean(),
});
export type Author = z.infer<typeof authorSchema>;

/** A comment in a post's list. */
const listedCommentSchema = z.object({
  _id: idSchema,
  content: z.string(),
  createdAt: timestampSchema,
  user: authorSchema,
});

const publicationFields = {
  _id: idSchema,
  title: nullableTextSchema,
  content: nullableTextSchema,
  images: z.array(mediaUrlSchema),
  createdAt: timestampSchema,
  /** Ids of users, the newest 100 at most; 1 000 of a post that is asked for alone. */
  likes: z.array(z.string()),
  /** The newest 20 at most; 1 000 of a post that is asked for alone. */
  comments: z.array(listedCommentSchema),
  /** Whole counts (ours). */
  likesCount: z.int(),
  commentsCount: z.int(),
  /** Set in a user's lists only, where it was reported (ours). */
  reports: z.optional(
    z.nullable(
      z.object({
        total: z.int(),
        open: z.int(),
        /** One of them, which leads to the others: a pending one, if there is one. */
        reportId: z.nullable(idSchema),
      }),
    ),
  ),
};

/** A feed post (specification, section 3). */
export const postSchema = z.object({
  ...publicationFields,
  category: nullableTextSchema,
  user: authorSchema,
});
export type Post = z.infer<typeof postSchema>;

/** A travel post (specification, section 3). */
export const travelPostSchema = z.object({
  ...publicationFields,
  location: nullableTextSchema,
  author: authorSchema,
});
export type TravelPost = z.infer<typeof travelPostSchema>;

/** A comment with its parent (extension). */
export const commentDetailSchema = z.object({
  _id: idSchema,
  content: z.string(),
  createdAt: timestampSchema,
  user: authorSchema,
  parentType: z.enum(['Post', 'TravelPost']),
  parentId: idSchema,
});
export type CommentDetail = z.infer<typeof commentDetailSchema>;

export const userPostsSchema = z.object({ posts: z.array(postSchema), pagination: pagePaginationSchema });
export const userTravelPostsSchema = z.object({
  travelPosts: z.array(travelPostSchema),
  pagination: pagePaginationSchema,
});

/** Content of a user that is soft-deleted and can be restored (ours). */
export const removedContentSchema = z.object({
  itemType: z.enum(['Post', 'TravelPost', 'Comment']),
  _id: idSchema,
  title: nullableTextSchema,
  /** Its beginning. */
  content: z.string(),
  createdAt: timestampSchema,
  removedAt: timestampSchema,
  /** Null for what the system hides until somebody decides, or what stays as long as an appeal waits. */
  restorableUntil: z.nullable(timestampSchema),
});
export type RemovedContent = z.infer<typeof removedContentSchema>;

export const removedContentResponseSchema = successSchema(
  z.object({
    /** The content of each kind that was removed last, the latest first. */
    items: z.array(removedContentSchema),
    /** Whether there is more than is listed. */
    isCut: z.boolean(),
  }),
);
export type RemovedContentList = z.infer<typeof removedContentResponseSchema>['data'];
