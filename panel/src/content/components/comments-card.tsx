import type { ListedContent } from '@hai-dang/contract/content/content.schema.ts';
import { contentPath } from '../../entities/content-path.ts';
import { UserByline } from '../../entities/user-byline.tsx';
import { isUnauthorized } from '../../lib/api-error.ts';
import { formatDateTimeLong } from '../../lib/format.ts';
import { useStandingError } from '../../lib/use-standing-error.ts';
import { decideAction } from '../../moderation/decisions/decide.ts';
import { decisionSheet } from '../../moderation/decisions/decisions.overlays.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListEnd } from '../../ui/list-end.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { type PublicationRef, useComments } from '../content.queries.ts';
import { contentStrings as strings } from '../content.strings.ts';
import { refOf, toDecisionRequest } from '../decision.ts';
import { ContentMarks } from './content-marks.tsx';

const TEXTS = {
  failed: strings.commentsFailed,
  loading: strings.loadingComments,
  more: strings.moreComments,
  end: strings.endOfComments,
};

/** The comments under a post, newest first, each with a button to decide on it. */
export function CommentsCard({ parent }: { readonly parent: PublicationRef }) {
  const query = useComments(parent);
  const error = useStandingError(`${parent.itemType} ${parent.itemId}`, query);
  return (
    <Card title={strings.commentsTitle}>
      {error && query.data === undefined ? (
        <ErrorState
          message={strings.commentsFailed}
          onRetry={isUnauthorized(error) ? undefined : () => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : query.data === undefined ? (
        <PageSpinner label={strings.loadingComments} />
      ) : (
        <Comments query={query} comments={query.data.pages.flatMap(({ data }) => data)} />
      )}
    </Card>
  );
}

interface CommentsProps {
  readonly query: ReturnType<typeof useComments>;
  readonly comments: readonly ListedContent[];
}

function Comments({ query, comments }: CommentsProps) {
  if (comments.length === 0 && !query.hasNextPage) return <EmptyState title={strings.noComments} />;
  return (
    <>
      <ul>
        {comments.map((comment) => (
          <li key={comment._id} className="flex flex-col gap-2 border-line border-b px-4 py-3">
            <UserByline
              id={comment.author._id}
              name={comment.author.username}
              avatar={comment.author.avatar}
              isVerified={comment.author.verified}
              isLinked
              size={32}
              aside={
                <IconButton
                  icon={decideAction.icon}
                  label={strings.decideComment}
                  onClick={() => decisionSheet.open(toDecisionRequest(comment))}
                />
              }
            >
              <TextLink to={contentPath(refOf(comment))}>
                <time dateTime={comment.createdAt}>{formatDateTimeLong(comment.createdAt)}</time>
              </TextLink>
            </UserByline>
            <p dir="auto" className="wrap-anywhere max-w-prose whitespace-pre-line">
              {comment.excerpt}
            </p>
            <span className="flex flex-wrap gap-1.5 empty:hidden">
              <ContentMarks {...comment} />
            </span>
          </li>
        ))}
      </ul>
      <ListEnd list={query} texts={TEXTS} />
    </>
  );
}
