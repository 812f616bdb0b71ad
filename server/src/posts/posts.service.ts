import type { PagePagination } from '@hai-dang/contract/lib/paging.ts';
import type { CommentDetail, NumberedPage, Post, TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { CallContext, Caller } from '../lib/http/call.ts';
import { toCommentDetail, toPost, toTravelPost } from './posts.mapper.ts';
import type { PostPage, PostsStore } from './posts.store.ts';

/** Longer than the panel offers to undo, so that a slow network does not make the offer a lie. */
const RESTORABLE_MS = 10 * 60_000;
const REMOVE_AT_ONCE = 200;
const NAME_MAX_CHARS = 80;

interface PostsServiceNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  store: PostsStore;
  audit: AuditService;
  clock: Clock;
}

/** Posts, travel posts and comments as an administrator reads and removes them (specification, sections 2, 3, 7). */
export function createPostsService({ database, store, audit, clock }: PostsServiceNeeds) {
  const { db, transact } = database;

  async function countsOf(userId: string) {
    const counts = await store.countsOf(db, userId);
    if (!counts) throw new DomainError('USER_NOT_FOUND');
    return counts;
  }

  return {
    /** @throws {DomainError} USER_NOT_FOUND */
    async listUserPosts(userId: string, page: NumberedPage): Promise<{ posts: Post[]; pagination: PagePagination }> {
      const [counts, rows] = await Promise.all([countsOf(userId), store.findPostsOf(db, toPage(userId, page))]);
      return { posts: rows.map(toPost), pagination: paginate(page, counts.posts_count) };
    },

    /** @throws {DomainError} USER_NOT_FOUND */
    async listUserTravelPosts(
      userId: string,
      page: NumberedPage,
    ): Promise<{ travelPosts: TravelPost[]; pagination: PagePagination }> {
      const [counts, rows] = await Promise.all([countsOf(userId), store.findTravelPostsOf(db, toPage(userId, page))]);
      return { travelPosts: rows.map(toTravelPost), pagination: paginate(page, counts.travel_posts_count) };
    },

    /** @throws {DomainError} POST_NOT_FOUND */
    async getPost(id: string): Promise<Post> {
      const row = await store.findPost(db, id);
      if (!row) throw new DomainError('POST_NOT_FOUND');
      return toPost(row);
    },

    /** @throws {DomainError} TRAVEL_POST_NOT_FOUND */
    async getTravelPost(id: string): Promise<TravelPost> {
      const row = await store.findTravelPost(db, id);
      if (!row) throw new DomainError('TRAVEL_POST_NOT_FOUND');
      return toTravelPost(row);
    },

    /** @throws {DomainError} COMMENT_NOT_FOUND */
    async getComment(id: string): Promise<CommentDetail> {
      const row = await store.findComment(db, id);
      if (!row) throw new DomainError('COMMENT_NOT_FOUND');
      return toCommentDetail(row);
    },

    /**
     * Deletes a post with its comments and likes, for good.
     * @throws {DomainError} POST_NOT_FOUND
     */
    deletePost: (id: string, caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const row = await store.deletePost(tx, id);
        if (!row) throw new DomainError('POST_NOT_FOUND');
        const target = { type: 'post' as const, id, name: nameOf(row.title ?? row.content) };
        await audit.record(tx, { action: 'post.delete', actor: caller, target, before: row, context });
      }),

    /**
     * Hides a travel post everywhere; for ten minutes it can be restored, then it is removed.
     * @throws {DomainError} TRAVEL_POST_NOT_FOUND
     */
    deleteTravelPost: (id: string, caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const row = await store.markTravelPostDeleted(tx, id, clock.now());
        if (!row) throw new DomainError('TRAVEL_POST_NOT_FOUND');
        const target = { type: 'travel_post' as const, id, name: nameOf(row.title) };
        await audit.record(tx, { action: 'travel_post.delete', actor: caller, target, before: row, context });
      }),

    /**
     * Undoes the deletion of a travel post. Doing it again changes nothing.
     * @throws {DomainError} TRAVEL_POST_NOT_FOUND once it was removed, TRAVEL_POST_NOT_RESTORABLE when too late
     */
    restoreTravelPost: (id: string, caller: Caller, context: CallContext): Promise<void> =>
      transact(async (tx) => {
        const row = await store.findTravelPostForUpdate(tx, id);
        if (!row) throw new DomainError('TRAVEL_POST_NOT_FOUND');
        if (!row.deleted_at) return;
        if (row.deleted_at.getTime() + RESTORABLE_MS <= clock.now().getTime()) {
          throw new DomainError('TRAVEL_POST_NOT_RESTORABLE');
        }
        await store.unmarkTravelPostDeleted(tx, id);
        await audit.record(tx, {
          action: 'travel_post.restore',
          actor: caller,
          target: { type: 'travel_post', id, name: nameOf(row.title) },
          before: { deletedAt: row.deleted_at.toISOString() },
          after: { deletedAt: null },
          context,
        });
      }),

    /** Removes, for good, travel posts whose deletion can no longer be undone. */
    async removeUnrestorable(): Promise<void> {
      const before = new Date(clock.now().getTime() - RESTORABLE_MS);
      let removed: number;
      do {
        removed = await transact((tx) => store.removeTravelPostsDeletedBefore(tx, before, REMOVE_AT_ONCE));
      } while (removed === REMOVE_AT_ONCE);
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

/** How the trail names a text: its first line, shortened. */
const nameOf = (text: string): string => (text.split('\n', 1)[0] ?? '').slice(0, NAME_MAX_CHARS);
