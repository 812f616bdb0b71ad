import { memo } from 'react';
import { reasonLabel } from '../../entities/report-labels.ts';
import { UserName } from '../../entities/user-name.tsx';
import { formatNumber, formatTimeThenDate } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { announcedStrings } from '../announced.strings.ts';
import type { NotificationGroup } from '../notification-groups.ts';
import { aboutOf, groupTextOf, messageOf, senderOf } from '../notification-text.ts';
import { notificationsStrings as strings } from '../notifications.strings.ts';
import { removeAction } from '../use-notification-actions.tsx';

interface NotificationItemProps {
  readonly group: NotificationGroup;
  readonly onOpen: (group: NotificationGroup) => void;
  readonly onRemove: (group: NotificationGroup) => void;
}

/** Rows far from the screen are not rendered; the height is the usual one. */
const FAR_ROW_STYLE = { contentVisibility: 'auto', containIntrinsicSize: 'auto 6.5rem' } as const;

/** A new notification renders its own row and not all of them. */
const isSame = (before: NotificationItemProps, after: NotificationItemProps): boolean =>
  before.group.newest === after.group.newest &&
  before.group.items.length === after.group.items.length &&
  before.onOpen === after.onOpen &&
  before.onRemove === after.onRemove;

/** The reasons of a group, each once. */
const reasonsOf = ({ items }: NotificationGroup): string =>
  [...new Set(items.flatMap(({ reason }) => (reason ? [reasonLabel(reason)] : [])))].join(', ');

/** One notification, or those about one subject. All of it is the target of its button; deletion has a separate button. */
export const NotificationItem = memo(function NotificationItem({ group, onOpen, onRemove }: NotificationItemProps) {
  const { newest, items } = group;
  const { read, senderName, senderAvatar, createdAt } = newest;
  const { icon, label, isDangerous } = removeAction(group);
  const isGroup = items.length > 1;
  const senders = new Set(items.map(senderOf)).size;
  const detail = isGroup ? reasonsOf(group) : aboutOf(newest);
  return (
    <li
      data-notification={group.key}
      style={FAR_ROW_STYLE}
      className={classNames(
        'relative flex items-start gap-3 border-line border-b px-3 py-3 transition-colors last:border-b-0 hover:bg-hover sm:px-4',
        !read && 'bg-accent-soft',
      )}
    >
      <Avatar src={senderAvatar} size={40} className={classNames('mt-0.5', read && 'opacity-60')} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <UserName
            name={senderName}
            fallback={announcedStrings.system}
            className={read ? 'text-ink-muted' : 'font-semibold'}
          />
          {senders > 1 && (
            <span className="text-ink-muted text-sm">{strings.othersToo(formatNumber(senders - 1))}</span>
          )}
          <span className="text-ink-muted text-sm tabular-nums">{formatTimeThenDate(createdAt)}</span>
        </div>
        <button
          type="button"
          onClick={() => onOpen(group)}
          className={classNames(
            'mt-0.5 block max-w-full cursor-pointer text-left outline-none after:absolute after:inset-0',
            'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus',
            read && 'text-ink-muted',
          )}
        >
          <span className="sr-only">{senderOf(newest)}: </span>
          <span className="wrap-anywhere">{isGroup ? groupTextOf(group) : messageOf(newest)}</span>
          {detail && <bdi className="wrap-anywhere block text-ink-muted text-sm">{detail}</bdi>}
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
        onClick={() => onRemove(group)}
        className="relative"
      />
    </li>
  );
}, isSame);
