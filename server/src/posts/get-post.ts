import type { CommentDetail, Post, TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import type { Db } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import { toCommentDetail, toPost, toTravelPost } from './posts.mapper.ts';
import { postsStore } from './posts.store.ts';

/**
 * @param isAlone whether it is asked for by itself, not as part of something: more of its likes and comments are listed
 * @throws {DomainError} POST_NOT_FOUND
 */
export async function getPost(db: Db, id: string, { isAlone = false } = {}): Promise<Post> {
  const row = await postsStore.findPost(db, id, isAlone);
  if (!row) throw new DomainError('POST_NOT_FOUND');
  return toPost(row);
}

/**
 * @param isAlone as for {@link getPost}
 * @throws {DomainError} TRAVEL_POST_NOT_FOUND
 */
export async function getTravelPost(db: Db, id: string, { isAlone = false } = {}): Promise<TravelPost> {
  const row = await postsStore.findTravelPost(db, id, isAlone);
  if (!row) throw new DomainError('TRAVEL_POST_NOT_FOUND');
  return toTravelPost(row);
}

/** @throws {DomainError} COMMENT_NOT_FOUND */
export async function getComment(db: Db, id: string): Promise<CommentDetail> {
  const row = await postsStore.findComment(db, id);
  if (!row) throw new DomainError('COMMENT_NOT_FOUND');
  return toCommentDetail(row);
}
