import type { UserDetail } from '@hai-dang/contract/users/users.schema.ts';
import { BadgeCheck, MessageCircle, ShieldCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import { disabledText } from '../../entities/suspension.ts';
import { UserName } from '../../entities/user-name.tsx';
import { type ActionDefinition, useActions } from '../../lib/actions.ts';
import { formatDateLong, formatDateTimeLong, formatNumber } from '../../lib/format.ts';
import { Link } from '../../lib/link.tsx';
import { formatRelativeTime } from '../../lib/relative-time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CARD_CLASS, classNames } from '../../ui/class-names.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { useAccountActions } from '../use-account-actions.tsx';
import { userDetailStrings as strings } from '../user-detail.strings.ts';

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
}

function Counter({ label, value }: { readonly label: string; readonly value: number | null }) {
  return (
    <div className="flex min-w-0 flex-col-reverse px-2 first:pl-0 sm:px-5 lg:last:pr-0">
      <dt className="text-ink-muted text-xs sm:text-sm">{label}</dt>
      <dd className={value === null ? 'text-ink-muted' : 'font-semibold text-lg tabular-nums'}>
        {value === null ? strings.notUpdated : formatNumber(value)}
      </dd>
    </div>
  );
}

/** The user's name and image, with the account's actions at the top right. */
export function UserBanner({ user, isDisabled, postTotal }: UserBannerProps) {
  const actions = useAccountActions(postTotal === undefined ? user : { ...user, postsCount: postTotal }, isDisabled);
  const navigate = useNavigate();
  const chat = { pathname: '/admin/chat', search: `?${new URLSearchParams({ userId: user._id })}` };
  const [message] = useActions([{ ...MESSAGE, when: user.role !== 'admin', run: () => void navigate(chat) }]);
  return (
    <section className={classNames(CARD_CLASS, 'relative overflow-hidden')}>
      <div aria-hidden="true" className="h-16 border-line border-b bg-accent-soft sm:h-20" />
      {message.when && (
        <Link to={chat} className={classNames(buttonClass('secondary'), 'absolute top-3.5 right-15')}>
          <message.icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
          {message.label}
        </Link>
      )}
      <MenuButton
        label={strings.actions}
        items={actions}
        className="!absolute top-3 right-3 border border-line bg-surface shadow-card"
      />
      <div className="flex flex-col gap-4 px-4 pb-4 sm:px-6 sm:pb-5 lg:flex-row lg:items-end lg:justify-between">
        <div className="-mt-8 flex min-w-0 flex-col gap-3 sm:-mt-6 sm:flex-row sm:gap-4">
          <Avatar
            src={user.avatar}
            name={user.username}
            size={88}
            alone
            className="size-22 border-4 border-surface object-cover"
          />
          {/* Starts at the edge of the banner, however many lines the name and its badges have. */}
          <div className="flex min-w-0 flex-1 flex-col gap-1 sm:pt-7">
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
                {isDisabled && <Badge tone="red">{disabledText(user.disabledUntil)}</Badge>}
              </span>
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
        <dl aria-label={strings.counters} className="flex shrink-0 divide-x divide-line">
          <Counter label={strings.posts} value={postTotal ?? user.postsCount} />
          <Counter label={strings.followers} value={user.followersCount} />
          <Counter label={strings.following} value={user.followingCount} />
        </dl>
      </div>
    </section>
  );
}
