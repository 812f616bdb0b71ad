import type { Post } from '@hai-dang/contract/posts/posts.schema.ts';
import { PostCounts } from '../../entities/post-counts.tsx';
import { PostTitle } from '../../entities/post-heading.tsx';
import { PostImages } from '../../entities/post-images.tsx';
import { userStrings } from '../../entities/user.strings.ts';
import { formatDateTimeLong } from '../../lib/format.ts';
import { nameOfPost, toDecisionRequest } from '../decision.ts';
import { postsStrings as strings } from '../posts.strings.ts';
import { ClampedText } from './clamped-text.tsx';
import { type PostChoice, PostHeader } from './post-header.tsx';
import { ReportedMark } from './reported-mark.tsx';

interface PostCardProps {
  readonly post: Post;
  /** Whether the backend knows decisions. */
  readonly canDecide: boolean;
  readonly choice: PostChoice | undefined;
  readonly onDelete: () => void;
}

/** A feed post. */
export function PostCard({ post, canDecide, choice, onDelete }: PostCardProps) {
  const name = post.user.username ?? userStrings.unknownUser;
  return (
    <article aria-label={strings.postBy(name)} className="flex flex-col gap-3 p-4">
      <PostHeader
        author={post.user}
        createdAt={post.createdAt}
        date={formatDateTimeLong(post.createdAt)}
        action="deletePost"
        onDelete={onDelete}
        choice={choice}
        name={nameOfPost(post)}
        decision={canDecide ? toDecisionRequest('Post', post) : undefined}
      />
      <ReportedMark reports={post.reports} />
      {post.title && <PostTitle title={post.title} />}
      <ClampedText text={post.content} />
      <PostImages images={post.images} authorName={name} layout="preview" />
      <PostCounts likes={post.likesCount} comments={post.commentsCount} />
    </article>
  );
}
