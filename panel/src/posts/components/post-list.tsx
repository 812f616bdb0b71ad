import type { Post } from '@hai-dang/contract/posts/posts.schema.ts';
import { FileText } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { errorMessage, isUnauthorized } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { useStandingError } from '../../lib/use-standing-error.ts';
import { BusyLine } from '../../ui/busy-line.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { useDeletedPostToast, useDeletePost } from '../posts.mutations.ts';
import type { useUserPosts } from '../posts.queries.ts';
import { postsStrings as strings } from '../posts.strings.ts';
import { type ContentSelection, choiceOf } from '../use-content-selection.ts';
import { PostCard } from './post-card.tsx';
import { PostCardSkeletons } from './post-card-skeletons.tsx';

interface PostListProps {
  readonly userId: string;
  /** Whether the backend knows decisions. */
  readonly canDecide: boolean;
  /** The chosen posts; undefined where posts cannot be chosen. */
  readonly selection: ContentSelection | undefined;
  readonly query: ReturnType<typeof useUserPosts>;
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Called when the requested page does not exist (any more), with the last one that does. */
  readonly onPageGone: (lastPage: number) => void;
}

function firstLine(post: Post): string {
  const line = post.content?.trim().split('\n', 1)[0] ?? '';
  return line === '' ? strings.imagesOnly(formatNumber(post.images.length)) : `“${line}”`;
}

/** A user's posts, five to a page. */
export function PostList({ userId, canDecide, selection, query, page, onPage, onPageGone }: PostListProps) {
  const top = useRef<HTMLElement>(null);
  const confirm = useConfirm();
  const remove = useDeletePost(userId);
  const showDeleted = useDeletedPostToast(userId);
  const { data, isPlaceholderData } = query;
  const error = useStandingError(`${userId} ${page}`, query);

  const isGone = data !== undefined && !isPlaceholderData && data.items.length === 0 && page > 1;
  const lastPage = Math.max(1, Math.min(page - 1, data?.totalPages ?? 1));
  useEffect(() => {
    if (isGone) onPageGone(lastPage);
  });

  async function onDelete(post: Post) {
    const done = await confirm({
      title: strings.confirmTitle,
      message: (
        <>
          <p>{strings.confirmQuestion}</p>
          <p className="wrap-anywhere mt-2 line-clamp-2 text-ink">
            <bdi>{firstLine(post)}</bdi>
          </p>
        </>
      ),
      confirmLabel: strings.confirmDelete,
      tone: 'danger',
      run: () => remove.mutateAsync(post._id),
      explain: (failure) => errorMessage(failure, strings.postDeleteFailed),
    });
    if (!done) return;
    showDeleted(post._id);
    // The pressed button was removed with its post.
    top.current?.focus({ preventScroll: true });
  }

  function showPage(wanted: number) {
    onPage(wanted);
    const section = top.current;
    if (!section) return;
    // The pagination is at the end, and the pressed button may be disabled now: a page is read from its start.
    section.focus({ preventScroll: true });
    if (section.getBoundingClientRect().top < 0) section.scrollIntoView();
  }

  if (error && data === undefined) {
    return (
      <ErrorState
        message={strings.postsFailed}
        onRetry={isUnauthorized(error) ? undefined : () => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (data === undefined || isGone) return <PostCardSkeletons label={strings.loadingPosts} />;
  if (data.items.length === 0) return <EmptyState icon={FileText} title={strings.noPosts} />;
  return (
    <section
      ref={top}
      tabIndex={-1}
      aria-label={strings.posts}
      aria-busy={isPlaceholderData}
      className="relative scroll-mt-14 outline-none"
    >
      <BusyLine busy={isPlaceholderData} />
      <ul>
        {data.items.map((post) => (
          <li key={post._id} className="border-line border-b last:border-b-0">
            <PostCard
              post={post}
              canDecide={canDecide}
              choice={selection && choiceOf(selection, 'Post', post)}
              onDelete={() => void onDelete(post)}
            />
          </li>
        ))}
      </ul>
      <Pagination
        label={strings.postsPages}
        page={page}
        totalPages={data.totalPages}
        onChange={showPage}
        className="border-line border-t p-3 max-sm:px-1"
      />
    </section>
  );
}
