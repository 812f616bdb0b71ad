import { TRAVEL_POST_IMAGES_SHOWN } from '@hai-dang/contract/constants.ts';
import type { TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import { PostCounts } from '../../entities/post-counts.tsx';
import { PostLocation, PostTitle } from '../../entities/post-heading.tsx';
import { PostImages } from '../../entities/post-images.tsx';
import { userStrings } from '../../entities/user.strings.ts';
import { formatDateLong } from '../../lib/format.ts';
import { nameOfPost, toDecisionRequest } from '../decision.ts';
import { postsStrings as strings } from '../posts.strings.ts';
import { ClampedText } from './clamped-text.tsx';
import { type PostChoice, PostHeader } from './post-header.tsx';
import { ReportedMark } from './reported-mark.tsx';

interface TravelPostCardProps {
  readonly post: TravelPost;
  /** Whether the backend knows decisions. */
  readonly canDecide: boolean;
  readonly choice: PostChoice | undefined;
  readonly onDelete: (() => void) | undefined;
}

/** A travel post. */
export function TravelPostCard({ post, canDecide, choice, onDelete }: TravelPostCardProps) {
  const name = post.author.username ?? userStrings.unknownUser;
  return (
    <article aria-label={strings.travelPostBy(name)} className="flex flex-col gap-3 p-4">
      <PostHeader
        author={post.author}
        createdAt={post.createdAt}
        date={formatDateLong(post.createdAt)}
        action="deleteTravelPost"
        onDelete={onDelete}
        choice={choice}
        name={nameOfPost(post)}
        decision={canDecide ? toDecisionRequest('TravelPost', post) : undefined}
      />
      <ReportedMark reports={post.reports} />
      <div className="flex flex-col gap-1">
        <PostTitle title={post.title} />
        {post.location && <PostLocation location={post.location} />}
      </div>
      <ClampedText text={post.content} />
      <PostImages images={post.images} authorName={name} layout="preview" shownAtMost={TRAVEL_POST_IMAGES_SHOWN} />
      <PostCounts likes={post.likesCount} comments={post.commentsCount} />
    </article>
  );
}
