import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { BadgeCheck, MessageCircle, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { conversationPath } from '../../entities/conversation-path.ts';
import { UserName } from '../../entities/user-name.tsx';
import { type ActionDefinition, useActions } from '../../lib/actions.ts';
import { formatDateLong, formatDateTimeLong, formatNumber } from '../../lib/format.ts';
import { Link } from '../../lib/link.tsx';
import { formatRelativeTime } from '../../lib/relative-time.ts';
import { hasRecord, useUserRecord } from '../../moderation/record/record.queries.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CARD_CLASS, classNames } from '../../ui/class-names.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { useAccountActions } from '../use-account-actions.tsx';
import { userDetailStrings as strings } from '../user-detail.strings.ts';
import { AccountStateBadge } from './account-state-badge.tsx';

const MESSAGE = {
  id: 'users.message',
  label: strings.message,
  group: 'go',
  icon: MessageCircle,
} as const satisfies ActionDefinition;

interface UserBannerProps {
  readonly user: UserDetail;
  readonly isDisabled: boolean;
  /** The number of posts from the post list; undefined until it is loaded. */
  readonly postTotal: number | undefined;
  /** Rendered beside the name. */
  readonly children: ReactNode;
}

interface CounterProps {
  readonly label: string;
  /** null: not stated; undefined: not loaded yet. */
  readonly value: number | null | undefined;
}

function Counter({ label, value }: CounterProps) {
  return (
    <div className="flex min-w-0 flex-col-reverse px-2 first:pl-0 sm:px-5">
      <dt className="text-ink-muted text-xs sm:text-sm">{label}</dt>
      <dd className={value === null ? 'text-ink-muted' : 'font-semibold text-lg tabular-nums'}>
        {value === null ? strings.notUpdated : value === undefined ? strings.notLoaded : formatNumber(value)}
      </dd>
    </div>
  );
}

/** How many reports about the user are open. */
function OpenReports({ user }: Pick<UserBannerProps, 'user'>) {
  const { data, isError } = useUserRecord(user);
  return <Counter label={strings.openReports} value={data?.reportsAbout.open ?? (isError ? null : undefined)} />;
}

/** The user's name, image and account state, with the account's actions at the top right. */
export function UserBanner({ user, isDisabled, postTotal, children }: UserBannerProps) {
  const actions = useAccountActions(postTotal === undefined ? user : { ...user, postsCount: postTotal }, isDisabled);
  const navigate = useNavigate();
  const chat = conversationPath(user._id);
  const [message] = useActions([{ ...MESSAGE, when: user.role !== 'admin', run: () => void navigate(chat) }]);
  return (
    <section className={classNames(CARD_CLASS, 'flex flex-col gap-4 p-4 sm:px-6 sm:py-5')}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
        <Avatar src={user.avatar} name={user.username} size={72} alone className="size-18 object-cover" />
        <div className="flex items-center gap-2 self-start justify-self-end sm:col-start-3 sm:row-start-1">
          {message.when && (
            <Link to={chat} className={buttonClass('secondary')}>
              <message.icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
              {message.label}
            </Link>
          )}
          <MenuButton label={strings.actions} items={actions} className="border border-line" />
        </div>
        <div className="col-span-2 flex min-w-0 flex-col gap-1 sm:col-span-1 sm:col-start-2 sm:row-start-1 sm:self-center">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
            <h1 className="min-w-0 max-w-full font-semibold text-xl tracking-tight">
              <UserName name={user.username} />
            </h1>
            <span className="flex flex-wrap gap-1.5">
              {user.xacMinhDanhTinh && (
                <Badge tone="blue" icon={BadgeCheck}>
                  {strings.verified}
                </Badge>
              )}
              {user.role === 'admin' && <Badge icon={ShieldCheck}>{strings.admin}</Badge>}
              <AccountStateBadge isDisabled={isDisabled} disabledUntil={user.disabledUntil} />
            </span>
            {children}
          </div>
          <p className="flex flex-wrap gap-x-3 text-ink-muted text-sm">
            {user.createdAt !== null && <span>{strings.joined(formatDateLong(user.createdAt))}</span>}
            {user.lastActive && (
              <time dateTime={user.lastActive} title={formatDateTimeLong(user.lastActive)}>
                {strings.lastActive(formatRelativeTime(user.lastActive))}
              </time>
            )}
          </p>
        </div>
      </div>
      <dl aria-label={strings.counters} className="flex divide-x divide-line">
        <Counter label={strings.posts} value={postTotal ?? user.postsCount} />
        <Counter label={strings.followers} value={user.followersCount} />
        <Counter label={strings.following} value={user.followingCount} />
        {hasRecord(user) && <OpenReports user={user} />}
      </dl>
    </section>
  );
}
