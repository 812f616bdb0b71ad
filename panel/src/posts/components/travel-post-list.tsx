import type { TravelPost } from '@hai-dang/contract/posts/posts.schema.ts';
import { MapPinned } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isUnauthorized } from '../../lib/api-error.ts';
import { useStandingError } from '../../lib/use-standing-error.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { useDeleteTravelPost } from '../posts.mutations.ts';
import { travelPostsOf } from '../posts.pages.ts';
import type { useUserTravelPosts } from '../posts.queries.ts';
import { postsStrings as strings } from '../posts.strings.ts';
import { type ContentSelection, choiceOf } from '../use-content-selection.ts';
import { PostCardSkeletons } from './post-card-skeletons.tsx';
import { TravelPostCard } from './travel-post-card.tsx';

const TEXTS = { failed: strings.travelPostsFailed, loading: strings.loadingTravelPosts, more: strings.morePosts };

/** After a deletion the next post's button is under the pointer: a double press must not delete that post, too. */
const LOCKED_AFTER_DELETION_MS = 1_000;

interface TravelPostListProps {
  readonly userId: string;
  /** Whether the backend knows decisions. */
  readonly canDecide: boolean;
  /** The chosen posts; undefined where posts cannot be chosen. */
  readonly selection: ContentSelection | undefined;
  readonly query: ReturnType<typeof useUserTravelPosts>;
}

/** A user's travel posts: the first ten, then more on request. */
export function TravelPostList({ userId, canDecide, selection, query }: TravelPostListProps) {
  const top = useRef<HTMLElement>(null);
  const remove = useDeleteTravelPost(userId);
  const [isLocked, setIsLocked] = useState(false);
  const error = useStandingError(userId, query);
  const posts = travelPostsOf(query.data);

  useEffect(() => {
    if (!isLocked) return;
    const timer = setTimeout(() => setIsLocked(false), LOCKED_AFTER_DELETION_MS);
    return () => clearTimeout(timer);
  }, [isLocked]);

  function onDelete({ _id: id, title }: TravelPost): void {
    remove.mutate({ id, title });
    setIsLocked(true);
    // The pressed button is removed with its post.
    top.current?.focus({ preventScroll: true });
  }

  if (error && query.data === undefined) {
    return (
      <ErrorState
        message={strings.travelPostsFailed}
        onRetry={isUnauthorized(error) ? undefined : () => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (query.data === undefined) return <PostCardSkeletons label={strings.loadingTravelPosts} />;
  return (
    <section ref={top} tabIndex={-1} aria-label={strings.travelPosts} className="outline-none">
      {posts.length === 0 && !query.hasNextPage ? (
        <EmptyState icon={MapPinned} title={strings.noTravelPosts} />
      ) : (
        <ul>
          {posts.map((post) => (
            <li key={post._id} className="border-line border-b last:border-b-0">
              <TravelPostCard
                post={post}
                canDecide={canDecide}
                choice={selection && choiceOf(selection, 'TravelPost', post)}
                onDelete={isLocked ? undefined : () => onDelete(post)}
              />
            </li>
          ))}
        </ul>
      )}
      <ListEnd list={query} texts={TEXTS} className="items-center border-line border-t p-3" />
    </section>
  );
}
