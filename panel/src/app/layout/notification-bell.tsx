import { UNREAD_BADGE_CAP } from '@hai-dang/contract/constants.ts';
import { Bell } from 'lucide-react';
import { Link } from '../../lib/link.tsx';
import { useUnreadCount } from '../../notifications/notifications.store.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { appStrings } from '../app.strings.ts';
import { ADMIN_ROUTES } from '../routing/routes.tsx';

/** Leads to the notifications and says how many are unread, once that is known. */
export function NotificationBell() {
  const unread = useUnreadCount();
  const label = unread > 0 ? appStrings.unreadNotifications(unread) : appStrings.notifications;
  return (
    <Link
      to={ADMIN_ROUTES.notifications.path}
      aria-label={label}
      title={label}
      className="flex h-10 min-w-10 items-center justify-center gap-1 rounded-md px-2 text-ink-muted transition-colors hover:bg-hover hover:text-ink"
    >
      <Bell aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      {unread > 0 && <CountBadge tone="danger" count={unread} cap={UNREAD_BADGE_CAP} />}
    </Link>
  );
}
