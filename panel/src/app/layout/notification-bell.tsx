import { UNREAD_BADGE_CAP } from '@hai-dang/contract/constants.ts';
import { Link } from '../../lib/link.tsx';
import { useUnreadCount } from '../../notifications/notification-feed.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { appStrings } from '../app.strings.ts';
import { toNotifications } from './admin-actions.ts';

/** Links to the notifications and shows the unread count once it is known. */
export function NotificationBell() {
  const unread = useUnreadCount();
  const label = unread > 0 ? appStrings.unreadNotifications(unread) : toNotifications.label;
  return (
    <Link
      to={toNotifications.path}
      aria-label={label}
      title={label}
      className="relative flex size-10 shrink-0 items-center justify-center rounded-md text-ink-muted transition-colors hover:bg-hover hover:text-ink"
    >
      <toNotifications.icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
      {/* Over the icon: what comes later than the header moves nothing in it. */}
      {unread > 0 && (
        <CountBadge tone="danger" count={unread} cap={UNREAD_BADGE_CAP} className="absolute top-0 left-1/2" />
      )}
    </Link>
  );
}
