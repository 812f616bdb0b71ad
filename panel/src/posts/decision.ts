import type { Post, TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import { contentPath } from '../entities/content-path.ts';
import type { DecisionRequest } from '../moderation/decisions/decisions.overlays.ts';

/** The title of a post, or else its first line. */
export const nameOfPost = ({ title, content }: Pick<Post | TravelPost, 'title' | 'content'>): string =>
  title?.trim() || (content?.trim().split('\n', 1)[0] ?? '');

/** The request for a decision on a post. */
export const toDecisionRequest = (
  itemType: 'Post' | 'TravelPost',
  post: Pick<Post | TravelPost, '_id' | 'title' | 'content'>,
): DecisionRequest => ({
  subject: { itemType, itemId: post._id },
  path: contentPath({ itemType, itemId: post._id }),
  name: nameOfPost(post),
});
