import type { Post } from '@hai-dang/contract/posts/posts.schema.ts';
import { formatDateTimeLong } from '../../lib/format.ts';
import { postsStrings as strings } from '../posts.strings.ts';
import { ClampedText } from './clamped-text.tsx';
import { PostCounts } from './post-counts.tsx';
import { PostHeader } from './post-header.tsx';
import { PostImages } from './post-images.tsx';

interface PostCardProps {
  readonly post: Post;
  readonly onDelete: () => void;
}

/** A feed post as the administrator sees it. */
export function PostCard({ post, onDelete }: PostCardProps) {
  const name = post.user.username ?? strings.unknownUser;
  return (
    <article aria-label={strings.postBy(name)} className="flex flex-col gap-3 p-4">
      <PostHeader
        author={post.user}
        createdAt={post.createdAt}
        date={formatDateTimeLong(post.createdAt)}
        deleteLabel={strings.deletePost}
        onDelete={onDelete}
      />
      {post.title && (
        <h3 className="wrap-anywhere font-semibold text-base">
          <bdi>{post.title}</bdi>
        </h3>
      )}
      <ClampedText text={post.content} />
      <PostImages images={post.images} authorName={name} />
      <PostCounts likes={post.likesCount} comments={post.commentsCount} />
    </article>
  );
}
