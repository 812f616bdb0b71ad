import { REMOVED_CONTENT_LIST_LIMIT } from '@hai-dang/contract/constants.ts';
import type { PagePagination } from '@hai-dang/contract/lib/paging.ts';
import type { NumberedPage, Post, RemovedContentList, TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import type { App } from '../lib/context.ts';
import type { Db } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import { RESTORABLE_MS, restoreDeadline } from './content-kinds.ts';
import { toListedPost, toListedTravelPost, toRemovedContent } from './posts.mapper.ts';
import { postsRemovedStore, type RemovedRow } from './posts.removed.store.ts';
import { type PostPage, postsStore } from './posts.store.ts';

/** @throws {DomainError} USER_NOT_FOUND */
export async function listUserPosts(
  db: Db,
  userId: string,
  page: NumberedPage,
): Promise<{ posts: Post[]; pagination: PagePagination }> {
  const [counts, rows] = await Promise.all([countsOf(db, userId), postsStore.findPostsOf(db, toPage(userId, page))]);
  return { posts: rows.map(toListedPost), pagination: paginate(page, counts.posts_count) };
}

/** @throws {DomainError} USER_NOT_FOUND */
export async function listUserTravelPosts(
  db: Db,
  userId: string,
  page: NumberedPage,
): Promise<{ travelPosts: TravelPost[]; pagination: PagePagination }> {
  const [counts, rows] = await Promise.all([
    countsOf(db, userId),
    postsStore.findTravelPostsOf(db, toPage(userId, page)),
  ]);
  return { travelPosts: rows.map(toListedTravelPost), pagination: paginate(page, counts.travel_posts_count) };
}

/**
 * Content of a user that is soft-deleted and can be restored.
 * @throws {DomainError} USER_NOT_FOUND
 */
export async function listRemovedContent({ db, clock }: App, userId: string): Promise<RemovedContentList> {
  await countsOf(db, userId);
  const now = clock.now();
  const deletedAfter = new Date(now.getTime() - RESTORABLE_MS);
  const restorable = { now, deletedAfter, limit: REMOVED_CONTENT_LIST_LIMIT + 1 };
  const lists = await Promise.all(
    (['Post', 'TravelPost', 'Comment'] as const).map((type) => postsRemovedStore.findOf(db, type, userId, restorable)),
  );
  const rows = lists.flatMap((list) => list.slice(0, REMOVED_CONTENT_LIST_LIMIT));
  return {
    items: rows
      .toSorted((a, b) => b.deleted_at.getTime() - a.deleted_at.getTime())
      .map((row) => toRemovedContent(row, restorableUntil(row))),
    isCut: lists.some((list) => list.length > REMOVED_CONTENT_LIST_LIMIT),
  };
}

async function countsOf(db: Db, userId: string) {
  const counts = await postsStore.countsOf(db, userId);
  if (!counts) throw new DomainError('USER_NOT_FOUND');
  return counts;
}

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
  const until = restoreDeadline(deleted_at);
  if (has_no_end) return null;
  return kept_until && kept_until > until ? kept_until : until;
}
