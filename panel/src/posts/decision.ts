import type { Post, TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import type { DecisionRequest } from '../entities/decision-request.ts';

/** What a decision on a post is about: its title names it, or else its first line. */
export const toDecisionRequest = (
  itemType: 'Post' | 'TravelPost',
  { _id: itemId, title, content }: Pick<Post | TravelPost, '_id' | 'title' | 'content'>,
): DecisionRequest => ({
  subject: { itemType, itemId },
  name: title?.trim() || (content?.trim().split('\n', 1)[0] ?? ''),
});
