import type { Post } from '@hai-dang/contract/posts/posts.schema.ts';
import { PostCounts } from '../../entities/post-counts.tsx';
import { PostTitle } from '../../entities/post-heading.tsx';
import { PostImages } from '../../entities/post-images.tsx';
import { userStrings } from '../../entities/user.strings.ts';
import { formatDateTimeLong } from '../../lib/format.ts';
import { toDecisionRequest } from '../decision.ts';
import { postsStrings as strings } from '../posts.strings.ts';
import { ClampedText } from './clamped-text.tsx';
import { PostHeader } from './post-header.tsx';

interface PostCardProps {
  readonly post: Post;
  /** Whether the backend knows decisions. */
  readonly canDecide: boolean;
  readonly onDelete: () => void;
}

/** A feed post. */
export function PostCard({ post, canDecide, onDelete }: PostCardProps) {
  const name = post.user.username ?? userStrings.unknownUser;
  return (
    <article aria-label={strings.postBy(name)} className="flex flex-col gap-3 p-4">
      <PostHeader
        author={post.user}
        createdAt={post.createdAt}
        date={formatDateTimeLong(post.createdAt)}
        action="deletePost"
        onDelete={onDelete}
        decision={canDecide ? toDecisionRequest('Post', post) : undefined}
      />
      {post.title && <PostTitle title={post.title} />}
      <ClampedText text={post.content} />
      <PostImages images={post.images} authorName={name} layout="preview" />
      <PostCounts likes={post.likesCount} comments={post.commentsCount} />
    </article>
  );
}
