import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, UserRoundX } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, useParams } from 'react-router';
import { type ActionDefinition, useActions } from '../lib/actions.ts';
import { isUnauthorized } from '../lib/api-error.ts';
import { Link } from '../lib/link.tsx';
import { stateField } from '../lib/location.ts';
import type { Prefetch } from '../lib/query-client.ts';
import { RESTORE_SCROLL, useLastListSearch } from '../lib/use-scroll-position.ts';
import { useStandingError } from '../lib/use-standing-error.ts';
import { prefetchUserNotes } from '../moderation/notes/notes.queries.ts';
import { SubjectNotes } from '../moderation/notes/subject-notes.tsx';
import { SubjectTags } from '../moderation/notes/subject-tags.tsx';
import { hasRecord } from '../moderation/record/record.queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { RelatedAccounts } from './components/related-accounts.tsx';
import { UserBanner } from './components/user-banner.tsx';
import { UserFacts } from './components/user-facts.tsx';
import { userDetailStrings as strings } from './user-detail.strings.ts';
import { BEING_DELETED, prefetchUser, userDetailQuery, useUserStatus } from './users.queries.ts';

export const prefetch: Prefetch = async (client, target) => {
  await Promise.all([prefetchUser(client, target.id), prefetchUserNotes(client, target)]);
};

/** The navigation state that the list passes to a user's page (specification, section 2). */
export interface UserPageState {
  readonly isDisabled: boolean;
  readonly username: string;
  readonly userId: string;
}

/** The account state in the navigation to user `id`; undefined if there is none. */
function handedDisabledState(state: unknown, id: string): boolean | undefined {
  const isDisabled = stateField(state, 'isDisabled');
  return stateField(state, 'userId') === id && typeof isDisabled === 'boolean' ? isDisabled : undefined;
}

interface UserDetailScreenProps {
  /** Renders the user's posts; it may report their number, which it knows best. */
  readonly content: (user: UserDetail, onPostTotal: (total: number) => void) => ReactNode;
}

/**
 * Whether the account is disabled: the navigation state's value until the profile is loaded, because another
 * administrator may have changed it since. Without a recent navigation state (a reload, the back button) the status
 * call is used; its failure is only logged (specification, section 8).
 */
function useIsDisabled(id: string, user: UserDetail | null | undefined): boolean {
  const handed = handedDisabledState(useLocation().state, id);
  const [isFresh] = useState(useNavigationType() !== 'POP');
  const asks = !isFresh || handed === undefined;
  const status = useUserStatus(id, asks);
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: there is no other log in a browser
    if (status.error) console.warn('The account status could not be read:', status.error);
  }, [status.error]);
  return (asks ? status.data : undefined) ?? user?.isDisabled ?? handed ?? false;
}

const BACK = {
  id: 'users.back',
  label: strings.backToList,
  group: 'go',
  icon: ArrowLeft,
} as const satisfies ActionDefinition;

/** Links to the list with its last search, filters and scroll position. */
function BackToList() {
  const navigate = useNavigate();
  const list = { pathname: '/admin/users', search: useLastListSearch('users') };
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

/** A user's profile, posts and the account's actions (specification, section 2, User detail). */
export function UserDetailScreen(slots: UserDetailScreenProps) {
  const id = useParams()['id'] ?? '';
  return <UserPage key={id} id={id} {...slots} />;
}

function UserPage({ id, content }: UserDetailScreenProps & { readonly id: string }) {
  const detail = useQuery(userDetailQuery(id));
  const isBeingDeleted = detail.data === BEING_DELETED;
  const user = detail.data === BEING_DELETED ? null : detail.data;
  const isDisabled = useIsDisabled(id, user);
  const error = useStandingError(id, detail);
  const [postTotal, setPostTotal] = useState<number>();
  // Only a backend with decisions has notes.
  const hasNotes = user?.disabledUntil !== undefined;
  const subject: SubjectRef = { itemType: 'User', itemId: id };

  return (
    <div className="flex flex-col gap-4">
      <BackToList />
      {!user && <h1 className="sr-only">{strings.title}</h1>}
      {error && user === undefined && (
        <ErrorState
          message={strings.loadFailed}
          onRetry={isUnauthorized(error) ? undefined : () => void detail.refetch()}
          retrying={detail.isFetching}
        />
      )}
      {!error && user === undefined && <PageSpinner label={strings.loading} />}
      {user === null && (
        <EmptyState icon={UserRoundX} title={isBeingDeleted ? strings.beingDeleted : strings.notFound} />
      )}
      {user && (
        <>
          <UserBanner user={user} isDisabled={isDisabled} postTotal={postTotal}>
            {hasNotes && <SubjectTags subject={subject} />}
          </UserBanner>
          <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
            <UserFacts user={user}>{hasNotes && <SubjectNotes subject={subject} />}</UserFacts>
            <div className="min-w-0 lg:row-span-2">
              <Suspense fallback={<PageSpinner label={strings.loading} />}>{content(user, setPostTotal)}</Suspense>
            </div>
            {hasRecord(user) && user.role !== 'admin' && <RelatedAccounts userId={user._id} />}
          </div>
        </>
      )}
    </div>
  );
}
