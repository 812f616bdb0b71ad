import { CONTENT_TYPES, type ContentRef } from '@hai-dang/contract/content/content.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileX } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import { type ActionDefinition, useActions } from '../lib/actions.ts';
import { isUnauthorized } from '../lib/api-error.ts';
import { Link } from '../lib/link.tsx';
import { RESTORE_SCROLL, useLastListSearch } from '../lib/use-scroll-position.ts';
import { useStandingError } from '../lib/use-standing-error.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { CommentsCard } from './components/comments-card.tsx';
import { ContentCard } from './components/content-card.tsx';
import { contentQuery } from './content.queries.ts';
import { contentStrings as strings } from './content.strings.ts';

const BACK = {
  id: 'content.back',
  label: strings.backToList,
  group: 'go',
  icon: ArrowLeft,
} as const satisfies ActionDefinition;

/** Links to the list with its last search, filters and scroll position. */
function BackToList() {
  const navigate = useNavigate();
  const list = { pathname: '/admin/content', search: useLastListSearch('content') };
  const [back] = useActions([{ ...BACK, run: () => void navigate(list, { state: RESTORE_SCROLL }) }]);
  return (
    <Link
      to={list}
      state={RESTORE_SCROLL}
      className="inline-flex min-h-6 items-center gap-1.5 self-start rounded-sm font-semibold text-ink-muted text-sm hover:text-ink"
    >
      <back.icon aria-hidden="true" className="size-4" />
      {back.label}
    </Link>
  );
}

/** A post, travel post or comment, and the comments under it. */
export function ContentDetailScreen() {
  const { itemType = '', id: itemId = '' } = useParams();
  const type = CONTENT_TYPES.find((known) => known === itemType);
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4">
      <BackToList />
      <h1 className="sr-only">{strings.detailTitle}</h1>
      {type === undefined ? <NotFound /> : <Content key={`${type} ${itemId}`} subject={{ itemType: type, itemId }} />}
    </div>
  );
}

const NotFound = () => <EmptyState icon={FileX} title={strings.notFound} hint={strings.notFoundHint} />;

function Content({ subject }: { readonly subject: ContentRef }) {
  const query = useQuery(contentQuery(subject));
  const error = useStandingError(subject.itemId, query);
  const { itemType, itemId } = subject;
  if (error && query.data === undefined) {
    return (
      <ErrorState
        message={strings.detailFailed}
        onRetry={isUnauthorized(error) ? undefined : () => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (query.data === undefined) return <PageSpinner label={strings.loading} />;
  if (query.data === null) return <NotFound />;
  return (
    <>
      <ContentCard content={query.data} />
      {itemType !== 'Comment' && <CommentsCard parent={{ itemType, itemId }} />}
    </>
  );
}
