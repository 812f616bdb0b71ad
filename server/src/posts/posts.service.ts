import { REMOVED_CONTENT_LIST_LIMIT } from '@hai-dang/contract/constants.ts';
import type { PagePagination } from '@hai-dang/contract/lib/paging.ts';
import type {
  CommentDetail,
  NumberedPage,
  Post,
  RemovedContentList,
  TravelPost,
} from '@hai-dang/contract/posts/posts.schema.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { App } from '../lib/context.ts';
import { DomainError } from '../lib/domain-error.ts';
import { createContentDeletion, RESTORABLE_MS } from './posts.deletion.ts';
import {
  toCommentDetail,
  toListedPost,
  toListedTravelPost,
  toPost,
  toRemovedContent,
  toTravelPost,
} from './posts.mapper.ts';
import { postsRemovedStore, type RemovedRow } from './posts.removed.store.ts';
import { type PostPage, postsStore } from './posts.store.ts';

interface PostsServiceNeeds {
  app: App;
  audit: AuditService;
}

/** Posts, travel posts and comments as an administrator reads and deletes them (specification, sections 2, 3, 7). */
export function createPostsService({ app, audit }: PostsServiceNeeds) {
  const { db, clock } = app;

  async function countsOf(userId: string) {
    const counts = await postsStore.countsOf(db, userId);
    if (!counts) throw new DomainError('USER_NOT_FOUND');
    return counts;
  }

  return {
    ...createContentDeletion({ app, audit }),

    /** @throws {DomainError} USER_NOT_FOUND */
    async listUserPosts(userId: string, page: NumberedPage): Promise<{ posts: Post[]; pagination: PagePagination }> {
      const [counts, rows] = await Promise.all([countsOf(userId), postsStore.findPostsOf(db, toPage(userId, page))]);
      return { posts: rows.map(toListedPost), pagination: paginate(page, counts.posts_count) };
    },

    /** @throws {DomainError} USER_NOT_FOUND */
    async listUserTravelPosts(
      userId: string,
      page: NumberedPage,
    ): Promise<{ travelPosts: TravelPost[]; pagination: PagePagination }> {
      const [counts, rows] = await Promise.all([
        countsOf(userId),
        postsStore.findTravelPostsOf(db, toPage(userId, page)),
      ]);
      return { travelPosts: rows.map(toListedTravelPost), pagination: paginate(page, counts.travel_posts_count) };
    },

    /**
     * Content of a user that is soft-deleted and can be restored.
     * @throws {DomainError} USER_NOT_FOUND
     */
    async listRemovedContent(userId: string): Promise<RemovedContentList> {
      await countsOf(userId);
      const now = clock.now();
      const restorable = {
        now,
        deletedAfter: new Date(now.getTime() - RESTORABLE_MS),
        limit: REMOVED_CONTENT_LIST_LIMIT + 1,
      };
      const lists = await Promise.all(
        (['Post', 'TravelPost', 'Comment'] as const).map((type) =>
          postsRemovedStore.findOf(db, type, userId, restorable),
        ),
      );
      const rows = lists.flatMap((list) => list.slice(0, REMOVED_CONTENT_LIST_LIMIT));
      return {
        items: rows
          .toSorted((a, b) => b.deleted_at.getTime() - a.deleted_at.getTime())
          .map((row) => toRemovedContent(row, restorableUntil(row))),
        isCut: lists.some((list) => list.length > REMOVED_CONTENT_LIST_LIMIT),
      };
    },

    /**
     * @param isAlone whether it is asked for by itself, not as part of something: more of its likes and comments are listed
     * @throws {DomainError} POST_NOT_FOUND
     */
    async getPost(id: string, { isAlone = false } = {}): Promise<Post> {
      const row = await postsStore.findPost(db, id, isAlone);
      if (!row) throw new DomainError('POST_NOT_FOUND');
      return toPost(row);
    },

    /**
     * @param isAlone as for {@link getPost}
     * @throws {DomainError} TRAVEL_POST_NOT_FOUND
     */
    async getTravelPost(id: string, { isAlone = false } = {}): Promise<TravelPost> {
      const row = await postsStore.findTravelPost(db, id, isAlone);
      if (!row) throw new DomainError('TRAVEL_POST_NOT_FOUND');
      return toTravelPost(row);
    },

    /** @throws {DomainError} COMMENT_NOT_FOUND */
    async getComment(id: string): Promise<CommentDetail> {
      const row = await postsStore.findComment(db, id);
      if (!row) throw new DomainError('COMMENT_NOT_FOUND');
      return toCommentDetail(row);
    },
  };
}
export type PostsService = ReturnType<typeof createPostsService>;

const toPage = (authorId: string, { page, limit, sortOrder }: NumberedPage): PostPage => ({
  authorId,
  limit,
  offset: (page - 1) * limit,
  newestFirst: sortOrder === -1,
});

const paginate = ({ page, limit }: NumberedPage, total: number): PagePagination => ({
  currentPage: page,
  totalPages: Math.ceil(total / limit),
  totalPosts: total,
  limit,
});

/** Until when it can be restored; null where that has no end yet. */
function restorableUntil({ deleted_at, kept_until, has_no_end }: RemovedRow): Date | null {
  const until = new Date(deleted_at.getTime() + RESTORABLE_MS);
  if (has_no_end) return null;
  return kept_until && kept_until > until ? kept_until : until;
}
