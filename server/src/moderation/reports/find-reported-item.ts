import type { ErrorCode } from '@hai-dang/contract/errors.ts';
import type { ReportedComment, ReportedUser } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { Post, TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import type { Db } from '../../lib/db/database.ts';
import { DomainError } from '../../lib/domain-error.ts';
import { getComment, getPost, getTravelPost } from '../../posts/get-post.ts';
import { findUser } from '../../users/find-user.ts';
import { toReportedUser } from './reports.mapper.ts';
import type { ReportRow } from './reports.store.ts';

/** A reported subject as it is now, and its owner. */
interface ReportedItem {
  item: ReportedUser | Post | TravelPost | ReportedComment;
  authorId: string | null;
}

/** The reported subject as it is now; null once it was deleted, and while it is soft-deleted. */
export async function findReportedItem(
  db: Db,
  { subject_type: type, subject_id: id }: Pick<ReportRow, 'subject_type' | 'subject_id'>,
): Promise<ReportedItem | null> {
  if (type === 'Comment') return findComment(db, id);
  if (type === 'User') {
    const user = await findUser(db, id);
    return user && { item: toReportedUser(user), authorId: id };
  }
  if (type === 'Post') {
    const post = await findPost(db, id);
    return post && { item: post, authorId: post.user._id };
  }
  const travelPost = await findTravelPost(db, id);
  return travelPost && { item: travelPost, authorId: travelPost.author._id };
}

async function findComment(db: Db, id: string): Promise<ReportedItem | null> {
  const comment = await nullIfNotFound('COMMENT_NOT_FOUND', getComment(db, id));
  if (!comment) return null;
  const { parentType, parentId } = comment;
  const parent = await (parentType === 'Post' ? findPost(db, parentId) : findTravelPost(db, parentId));
  return { item: { ...comment, parent }, authorId: comment.user._id };
}

const findPost = (db: Db, id: string) => nullIfNotFound('POST_NOT_FOUND', getPost(db, id));

const findTravelPost = (db: Db, id: string) => nullIfNotFound('TRAVEL_POST_NOT_FOUND', getTravelPost(db, id));

async function nullIfNotFound<Found>(code: ErrorCode, found: Promise<Found>): Promise<Found | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof DomainError && error.code === code) return null;
    throw error;
  }
}
