import * as z from 'zod/mini';
import { PAGE_MAX_LIMIT, USER_POSTS_PAGE_SIZE, USER_TRAVEL_POSTS_PAGE_SIZE } from '../constants.ts';
import {
  idSchema,
  mediaUrlSchema,
  optionalMediaUrlSchema,
  optionalTextSchema,
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

export const authorSchema = z.object({
  _id: z.optional(idSchema),
  username: optionalTextSchema,
  avatar: optionalMediaUrlSchema,
  verified: z.optional(z.nullable(z.boolean())),
});
export type Author = z.infer<typeof authorSchema>;

/** A comment in a post's list: an older backend may send only ids. */
const listedCommentSchema = z.union([
  z.string(),
  z.object({
    _id: idSchema,
    content: optionalTextSchema,
    createdAt: z.optional(timestampSchema),
    user: z.nullish(authorSchema),
  }),
]);

const publicationFields = {
  _id: idSchema,
  title: optionalTextSchema,
  content: optionalTextSchema,
  images: z.optional(z.nullable(z.array(mediaUrlSchema))),
  createdAt: timestampSchema,
  /** Ids of users, the newest 100 at most. */
  likes: z.optional(z.nullable(z.array(z.unknown()))),
  /** The newest 20 at most. */
  comments: z.optional(z.nullable(z.array(listedCommentSchema))),
  /** Whole counts (ours); without them the lists are counted. */
  likesCount: z.optional(z.int()),
  commentsCount: z.optional(z.int()),
};

/** A feed post (specification, section 3). */
export const postSchema = z.object({
  ...publicationFields,
  category: optionalTextSchema,
  user: z.nullish(authorSchema),
});
export type Post = z.infer<typeof postSchema>;

/** A travel post (specification, section 3). */
export const travelPostSchema = z.object({
  ...publicationFields,
  location: optionalTextSchema,
  author: z.nullish(authorSchema),
});
export type TravelPost = z.infer<typeof travelPostSchema>;

/** A comment with what it stands under (ours). */
export const commentDetailSchema = z.object({
  _id: idSchema,
  content: z.string(),
  createdAt: timestampSchema,
  user: authorSchema,
  parentType: z.enum(['Post', 'TravelPost']),
  parentId: idSchema,
});
export type CommentDetail = z.infer<typeof commentDetailSchema>;

export const userPostsSchema = z.object({ posts: z.array(postSchema), pagination: z.optional(pagePaginationSchema) });
export const userTravelPostsSchema = z.object({
  travelPosts: z.array(travelPostSchema),
  pagination: z.optional(pagePaginationSchema),
});
