import type { AuditTargetType } from '@hai-dang/contract/audit/audit-labels.ts';
import { expect } from 'vitest';
import { insertComment, insertPost, insertTravelPost, insertUser } from '../testing/factories.ts';
import { type ExpectedEntry, ofUser, type Sample, type Samples, type SampleTarget } from '../testing/sample.ts';

const ofPost = async ({ database: { db } }: SampleTarget, deletedAt: Date | null = null): Promise<Sample> => ({
  params: { id: (await insertPost(db, (await insertUser(db)).id, { deleted_at: deletedAt })).id },
});
const ofTravelPost = async ({ database: { db } }: SampleTarget, deletedAt: Date | null = null): Promise<Sample> => ({
  params: { id: (await insertTravelPost(db, (await insertUser(db)).id, { deleted_at: deletedAt })).id },
});

const ofComment = async ({ database: { db } }: SampleTarget, deletedAt: Date | null = null): Promise<Sample> => {
  const { id: userId } = await insertUser(db);
  const { id: postId } = await insertPost(db, userId);
  return { params: { id: (await insertComment(db, userId, { postId }, { deleted_at: deletedAt })).id } };
};

/** The entry of content that is restored. */
const restoration = (target: AuditTargetType): ExpectedEntry => ({
  action: `${target}.restore`,
  target,
  before: { deletedAt: expect.any(String) },
  after: { deletedAt: null },
  again: 200,
});

export const postsSamples: Samples = {
  endpoints: {
    listUserPosts: ofUser,
    listRemovedContent: ofUser,
    listUserTravelPosts: ofUser,
    deletePost: (target) => ofPost(target),
    restorePost: (target) => ofPost(target, target.clock.now()),
    deleteTravelPost: (target) => ofTravelPost(target),
    restoreTravelPost: (target) => ofTravelPost(target, target.clock.now()),
    getPost: (target) => ofPost(target),
    getTravelPost: (target) => ofTravelPost(target),
    getComment: (target) => ofComment(target),
    deleteComment: (target) => ofComment(target),
    restoreComment: (target) => ofComment(target, target.clock.now()),
  },
  audit: {
    deletePost: {
      action: 'post.delete',
      target: 'post',
      before: { authorId: expect.any(String), createdAt: expect.any(String), likesCount: 0, commentsCount: 0 },
      after: null,
      again: 404,
    },
    deleteTravelPost: {
      action: 'travel_post.delete',
      target: 'travel_post',
      before: { authorId: expect.any(String), createdAt: expect.any(String), likesCount: 0, commentsCount: 0 },
      after: null,
      again: 404,
    },
    deleteComment: {
      action: 'comment.delete',
      target: 'comment',
      before: { authorId: expect.any(String), createdAt: expect.any(String), parentId: expect.any(String) },
      after: null,
      again: 404,
    },
    restorePost: restoration('post'),
    restoreTravelPost: restoration('travel_post'),
    restoreComment: restoration('comment'),
  },
};
