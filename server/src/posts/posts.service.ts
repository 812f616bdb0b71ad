import type { PagePagination } from '@hai-dang/contract/lib/paging.ts';
import type { CommentDetail, NumberedPage, Post, TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import type { SubjectsService } from '../moderation/subjects/subjects.service.ts';
import { createContentDeletion } from './posts.deletion.ts';
import { toCommentDetail, toPost, toTravelPost } from './posts.mapper.ts';
import { type PostPage, postsStore } from './posts.store.ts';

interface PostsServiceNeeds {
  database: Pick<Database, 'db' | 'transact'>;
  subjects: SubjectsService;
  audit: AuditService;
  clock: Clock;
}

/** Posts, travel posts and comments as an administrator reads and deletes them (specification, sections 2, 3, 7). */
export function createPostsService({ database, subjects, audit, clock }: PostsServiceNeeds) {
  const { db } = database;

  async function countsOf(userId: string) {
    const counts = await postsStore.countsOf(db, userId);
    if (!counts) throw new DomainError('USER_NOT_FOUND');
    return counts;
  }

  return {
    ...createContentDeletion({ database, subjects, audit, clock }),

    /** @throws {DomainError} USER_NOT_FOUND */
    async listUserPosts(userId: string, page: NumberedPage): Promise<{ posts: Post[]; pagination: PagePagination }> {
      const [counts, rows] = await Promise.all([countsOf(userId), postsStore.findPostsOf(db, toPage(userId, page))]);
      return { posts: rows.map(toPost), pagination: paginate(page, counts.posts_count) };
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
      return { travelPosts: rows.map(toTravelPost), pagination: paginate(page, counts.travel_posts_count) };
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
