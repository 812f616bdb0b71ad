import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useActions } from '../../lib/actions.ts';
import { isUnauthorized } from '../../lib/api-error.ts';
import { formatDateLong, formatNumber } from '../../lib/format.ts';
import { Link } from '../../lib/link.tsx';
import { decideAccountAction } from '../../moderation/decisions/decide.ts';
import { decisionSheet } from '../../moderation/decisions/decisions.overlays.ts';
import { SubjectNotes } from '../../moderation/notes/subject-notes.tsx';
import { useUserRecord } from '../../moderation/record/record.queries.ts';
import { byText, conclusionText } from '../../moderation/record/record-texts.ts';
import { UserRecord } from '../../moderation/record/user-record.tsx';
import { UserActivity } from '../../moderation/timeline/user-timeline.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { InlineError } from '../../ui/inline-error.tsx';
import { LoadingNote, Skeleton } from '../../ui/loading.tsx';
import { userDetailStrings as strings } from '../user-detail.strings.ts';
import { BEING_DELETED, userDetailQuery } from '../users.queries.ts';
import { AccountStateBadge } from './account-state-badge.tsx';
import { FactList } from './fact-list.tsx';

interface AccountSummaryProps {
  readonly userId: string;
}

/** A user's account and record, and what else is known of the user. */
export function AccountSummary({ userId }: AccountSummaryProps) {
  const { data: user, error, isFetching, refetch } = useQuery(userDetailQuery(userId));
  const isFailed = error !== null && user === undefined;
  if (user && user !== BEING_DELETED) {
    return (
      <>
        <Account user={user} />
        <UserRecord user={user} />
        <SubjectNotes subject={{ itemType: 'User', itemId: userId }} />
        <UserActivity userId={userId} group="content" />
      </>
    );
  }
  return (
    <Card title={strings.account}>
      {isFailed && !isUnauthorized(error) && (
        <InlineError message={strings.loadFailed} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {user === undefined && !isFailed && (
        <>
          <LoadingNote text={strings.loading} />
          <Skeleton className="h-40 w-full" />
        </>
      )}
      {user === null && <p className="text-ink-muted text-sm">{strings.notFound}</p>}
      {user === BEING_DELETED && <p className="text-ink-muted text-sm">{strings.beingDeleted}</p>}
    </Card>
  );
}

function Account({ user }: { readonly user: UserDetail }) {
  const { _id: itemId, username } = user;
  const [decide] = useActions([
    {
      ...decideAccountAction,
      run: () => decisionSheet.open({ subject: { itemType: 'User', itemId }, name: username ?? '' }),
    },
  ]);
  return (
    <Card title={strings.account}>
      <span className="flex flex-wrap gap-1.5">
        <AccountStateBadge isDisabled={user.isDisabled} disabledUntil={user.disabledUntil} />
        {user.xacMinhDanhTinh && (
          <Badge tone="blue" icon={BadgeCheck}>
            {strings.verified}
          </Badge>
        )}
      </span>
      {user.isDisabled && <Cause user={user} />}
      <FactList
        facts={[
          { label: strings.email, value: user.email },
          { label: strings.phone, value: user.sdt },
          { label: strings.joinedOn, value: user.createdAt && formatDateLong(user.createdAt) },
          { label: strings.posts, value: user.postsCount === null ? null : formatNumber(user.postsCount) },
        ]}
      />
      <span className="flex flex-wrap gap-2">
        <Link to={`/admin/users/${encodeURIComponent(itemId)}`} className={buttonClass('secondary')}>
          {strings.openProfile}
        </Link>
        <ActionButton action={decide} />
      </span>
    </Card>
  );
}

/** The decision by which the account is suspended or disabled, if by one. */
function Cause({ user }: { readonly user: UserDetail }) {
  const { data } = useUserRecord(user);
  const cause = data?.decisions.find(
    ({ undone, actions }) => undone === null && (actions.includes('suspend') || actions.includes('disable')),
  );
  return (
    cause && (
      <p className="wrap-anywhere text-sm">
        <bdi>{conclusionText(cause)}</bdi>
        <bdi className="block text-ink-muted">{byText(cause.actor, cause.createdAt)}</bdi>
      </p>
    )
  );
}
