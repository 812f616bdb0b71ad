import type { Author, CommentDetail, Post, RemovedContent, TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import type { RemovedRow } from './posts.removed.store.ts';
import type { CommentRow, ListedPostRow, ListedTravelPostRow, PostRow, TravelPostRow } from './posts.store.ts';

type AuthorRow = { id: string; username: string; avatar_url: string | null; is_verified: boolean };

const toAuthor = (row: AuthorRow): Author => ({
  _id: row.id,
  username: row.username,
  avatar: row.avatar_url,
  verified: row.is_verified,
});

/** Returns the fields that a post and a travel post have in common on the wire. */
const toPublication = (row: PostRow | TravelPostRow) => ({
  _id: row.id,
  title: row.title,
  content: row.content,
  images: row.image_urls,
  createdAt: row.created_at.toISOString(),
  likes: row.likes.map(({ user_id }) => user_id),
  comments: row.comments.map(({ id, content, created_at, author_id, username, avatar_url, is_verified }) => ({
    _id: id,
    content,
    // The value comes from a JSON column, hence in the database's format.
    createdAt: new Date(created_at).toISOString(),
    user: toAuthor({ id: author_id, username, avatar_url, is_verified }),
  })),
  likesCount: row.likes_count,
  commentsCount: row.comments_count,
});

export const toPost = (row: PostRow): Post => ({
  ...toPublication(row),
  category: row.category,
  user: toAuthor(row.author),
});

export const toTravelPost = (row: TravelPostRow): TravelPost => ({
  ...toPublication(row),
  location: row.location,
  author: toAuthor(row.author),
});

const toReports = ({ reports }: Pick<ListedPostRow, 'reports'>) =>
  reports && { total: reports.total, open: reports.open, reportId: reports.report_id };

/** Returns a row of a user's list. */
export const toListedPost = (row: ListedPostRow): Post => ({ ...toPost(row), reports: toReports(row) });
export const toListedTravelPost = (row: ListedTravelPostRow): TravelPost => ({
  ...toTravelPost(row),
  reports: toReports(row),
});

/** @param restorableUntil null for no end that is known */
export const toRemovedContent = (row: RemovedRow, restorableUntil: Date | null): RemovedContent => ({
  itemType: row.type,
  _id: row.id,
  title: row.title,
  content: row.content,
  createdAt: row.created_at.toISOString(),
  removedAt: row.deleted_at.toISOString(),
  restorableUntil: restorableUntil?.toISOString() ?? null,
});

export const toCommentDetail = (row: CommentRow): CommentDetail => ({
  _id: row.id,
  content: row.content,
  createdAt: row.created_at.toISOString(),
  user: toAuthor(row.author),
  parentType: row.post_id === null ? 'TravelPost' : 'Post',
  parentId: row.post_id ?? row.travel_post_id ?? '',
});
