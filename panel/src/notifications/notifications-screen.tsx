import { formatNumber } from '../lib/format.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Callout } from '../ui/callout.tsx';
import { CARD_CLASS, classNames } from '../ui/class-names.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { NotificationList } from './components/notification-list.tsx';
import { SoundToggle } from './components/sound-toggle.tsx';
import { DesktopHint } from './desktop/desktop-hint.tsx';
import type { FeedView } from './notification-feed.ts';
import { notificationsStrings as strings } from './notifications.strings.ts';
import { useNotificationActions } from './use-notification-actions.tsx';
import { useNotifications } from './use-notifications.ts';

export const heading = strings.title;

function stateText({ status, unread, notifications }: FeedView): string {
  if (status !== 'ready' || notifications.length === 0) return '';
  return unread === 0 ? strings.allRead : strings.unread(formatNumber(unread));
}

/** The administrator's own notifications (specification, section 2, Notifications). */
export function NotificationsScreen() {
  const notifications = useNotifications();
  const actions = useNotificationActions(notifications);
  const { view } = notifications;
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <PageHeader title={heading} status={stateText(view)} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex flex-col gap-2">
          <SoundToggle />
          <DesktopHint />
        </div>
        <div className="flex flex-wrap gap-2">
          {actions.all.map((action) => (
            <ActionButton key={action.id} variant="secondary" disabled={!action.when} action={action} />
          ))}
        </div>
      </div>
      {view.connection === 'disconnected' && view.status === 'ready' && (
        <Callout tone="amber">{strings.offline}</Callout>
      )}
      <section aria-busy={view.status === 'loading'} className={classNames(CARD_CLASS, 'overflow-hidden')}>
        <NotificationList notifications={notifications} actions={actions} />
      </section>
    </div>
  );
}
