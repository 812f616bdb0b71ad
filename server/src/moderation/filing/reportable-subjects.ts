import type { ErrorCode } from '@hai-dang/contract/errors.ts';
import type { ReportedComment, ReportedUser } from '@hai-dang/contract/moderation/reports.schema.ts';
import type { Post, TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { DomainError } from '../../lib/domain-error.ts';
import type { PostsService } from '../../posts/posts.service.ts';
import type { UsersService } from '../../users/users.service.ts';
import { toReportedUser } from '../reports/reports.mapper.ts';
import type { ReportRow } from '../reports/reports.store.ts';

interface ReportableSubjectsNeeds {
  posts: Pick<PostsService, 'getPost' | 'getTravelPost' | 'getComment'>;
  users: Pick<UsersService, 'getUserDetail'>;
}

/** A reported subject as it is now, and its owner. */
interface ReportableSubject {
  item: ReportedUser | Post | TravelPost | ReportedComment;
  authorId: string | null;
}

/** Loads reported subjects through the services of their features. A soft-deleted one counts as deleted. */
export function createReportableSubjects({ posts, users }: ReportableSubjectsNeeds) {
  const findPost = (id: string) => nullIfNotFound('POST_NOT_FOUND', posts.getPost(id));
  const findTravelPost = (id: string) => nullIfNotFound('TRAVEL_POST_NOT_FOUND', posts.getTravelPost(id));
  const findUser = (id: string): Promise<UserDetail | null> =>
    nullIfNotFound('USER_NOT_FOUND', users.getUserDetail(id));

  async function findComment(id: string): Promise<ReportableSubject | null> {
    const comment = await nullIfNotFound('COMMENT_NOT_FOUND', posts.getComment(id));
    if (!comment) return null;
    const parent = await (comment.parentType === 'Post'
      ? findPost(comment.parentId)
      : findTravelPost(comment.parentId));
    return { item: { ...comment, parent }, authorId: comment.user._id };
  }

  return {
    findUser,

    /** The reported subject, or null once it was deleted. */
    async findItem({
      subject_type: type,
      subject_id: id,
    }: Pick<ReportRow, 'subject_type' | 'subject_id'>): Promise<ReportableSubject | null> {
      if (type === 'Comment') return findComment(id);
      if (type === 'User') {
        const user = await findUser(id);
        return user && { item: toReportedUser(user), authorId: id };
      }
      if (type === 'Post') {
        const post = await findPost(id);
        return post && { item: post, authorId: post.user._id };
      }
      const travelPost = await findTravelPost(id);
      return travelPost && { item: travelPost, authorId: travelPost.author._id };
    },
  };
}
export type ReportableSubjects = ReturnType<typeof createReportableSubjects>;

async function nullIfNotFound<Found>(code: ErrorCode, found: Promise<Found>): Promise<Found | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof DomainError && error.code === code) return null;
    throw error;
  }
}
