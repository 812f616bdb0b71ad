import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { memo } from 'react';
import { UserName } from '../../entities/user-name.tsx';
import { formatTimeThenDate } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { messageOf, senderOf } from '../notification-text.ts';
import { notificationsStrings as strings } from '../notifications.strings.ts';
import { removeAction } from '../use-notification-actions.tsx';

interface NotificationItemProps {
  readonly notification: Notification;
  readonly onOpen: (notification: Notification) => void;
  readonly onRemove: (notification: Notification) => void;
}

/** Rows far from the screen are not rendered; the height is the usual one. */
const FAR_ROW_STYLE = { contentVisibility: 'auto', containIntrinsicSize: 'auto 5.5rem' } as const;

/** One notification. All of it is the target of its button; deletion has a separate button. */
export const NotificationItem = memo(function NotificationItem({
  notification,
  onOpen,
  onRemove,
}: NotificationItemProps) {
  const { read, senderName, senderAvatar, createdAt } = notification;
  const { icon, label, isDangerous } = removeAction(notification);
  return (
    <li
      data-notification={notification._id}
      style={FAR_ROW_STYLE}
      className={classNames(
        'relative flex items-start gap-3 border-line border-b px-3 py-3 transition-colors last:border-b-0 hover:bg-hover sm:px-4',
        !read && 'bg-accent-soft',
      )}
    >
      <Avatar src={senderAvatar} size={40} className={classNames('mt-0.5', read && 'opacity-60')} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <UserName name={senderName} fallback={strings.system} className={read ? 'text-ink-muted' : 'font-semibold'} />
          <span className="text-ink-muted text-sm tabular-nums">{formatTimeThenDate(createdAt)}</span>
        </div>
        <button
          type="button"
          onClick={() => onOpen(notification)}
          className={classNames(
            'mt-0.5 block max-w-full cursor-pointer text-left outline-none after:absolute after:inset-0',
            'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus',
            read && 'text-ink-muted',
          )}
        >
          <span className="sr-only">{senderOf(notification)}: </span>
          <span className="wrap-anywhere">{messageOf(notification)}</span>
          {!read && (
            <span className="mt-1 flex items-center gap-1.5 font-semibold text-accent-ink text-sm">
              <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-accent" />
              <span className="sr-only">{strings.isUnread}. </span>
              {strings.openHint}
            </span>
          )}
        </button>
      </div>
      <IconButton
        icon={icon}
        label={label}
        isDangerous={isDangerous}
        onClick={() => onRemove(notification)}
        className="relative"
      />
    </li>
  );
});
