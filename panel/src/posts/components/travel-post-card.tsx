import { TRAVEL_POST_IMAGES_SHOWN } from '@hai-dang/contract/constants.ts';
import type { TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import { MapPin } from 'lucide-react';
import { formatDateLong } from '../../lib/format.ts';
import { postsStrings as strings } from '../posts.strings.ts';
import { ClampedText } from './clamped-text.tsx';
import { PostCounts } from './post-counts.tsx';
import { PostHeader } from './post-header.tsx';
import { PostImages } from './post-images.tsx';

interface TravelPostCardProps {
  readonly post: TravelPost;
  readonly onDelete: (() => void) | undefined;
}

/** A travel post as the administrator sees it. */
export function TravelPostCard({ post, onDelete }: TravelPostCardProps) {
  const name = post.author.username ?? strings.unknownUser;
  return (
    <article aria-label={strings.travelPostBy(name)} className="flex flex-col gap-3 p-4">
      <PostHeader
        author={post.author}
        createdAt={post.createdAt}
        date={formatDateLong(post.createdAt)}
        deleteLabel={strings.deleteTravelPost}
        onDelete={onDelete}
      />
      <div className="flex flex-col gap-1">
        <h3 className="wrap-anywhere font-semibold text-base">
          <bdi>{post.title || strings.untitled}</bdi>
        </h3>
        {post.location && (
          <p className="flex items-start gap-1 text-ink-muted text-sm">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
            <span className="sr-only">{strings.location}: </span>
            <bdi className="wrap-anywhere min-w-0">{post.location}</bdi>
          </p>
        )}
      </div>
      <ClampedText text={post.content} />
      <PostImages images={post.images} authorName={name} shownAtMost={TRAVEL_POST_IMAGES_SHOWN} />
      <PostCounts likes={post.likesCount} comments={post.commentsCount} />
    </article>
  );
}
