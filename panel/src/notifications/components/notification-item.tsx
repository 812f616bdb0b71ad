import { memo } from 'react';
import { formatNumber, formatTimeThenDate } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DeceptiveMark } from '../../ui/deceptive-mark.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { detailOf, groupTextOf } from '../notification-group-text.ts';
import type { NotificationGroup } from '../notification-groups.ts';
import { messageOf, senderOf } from '../notification-text.ts';
import { notificationsStrings as strings } from '../notifications.strings.ts';
import { removeAction } from '../use-notification-actions.tsx';

interface NotificationItemProps {
  readonly group: NotificationGroup;
  readonly onOpen: (group: NotificationGroup) => void;
  readonly onRemove: (group: NotificationGroup) => void;
}

/** Rows far from the screen are not rendered; the height is the usual one. */
const FAR_ROW_STYLE = { contentVisibility: 'auto', containIntrinsicSize: 'auto 3.5rem' } as const;
/** A text that is cut at its end beside others, and that is whole on a narrow screen. */
const FILLS = 'wrap-anywhere min-w-0 grow basis-28 md:truncate';

/** A new notification renders its own row and not all of them. */
const isSame = (before: NotificationItemProps, after: NotificationItemProps): boolean =>
  before.group.newest === after.group.newest &&
  before.group.items.length === after.group.items.length &&
  before.onOpen === after.onOpen &&
  before.onRemove === after.onRemove;

/**
 * One notification, or a group of them, in two lines. All of it is the target of its button; deletion has a separate
 * button.
 */
export const NotificationItem = memo(function NotificationItem({ group, onOpen, onRemove }: NotificationItemProps) {
  const { newest, items } = group;
  const { read, senderAvatar, createdAt } = newest;
  const { icon, label, isDangerous } = removeAction(group);
  const isGroup = items.length > 1;
  const senders = new Set(items.map(senderOf)).size;
  const detail = detailOf(group);
  const text = isGroup ? groupTextOf(group) : messageOf(newest);
  const sender = senderOf(newest);
  return (
    <li
      data-notification={group.key}
      style={FAR_ROW_STYLE}
      className={classNames(
        'relative flex items-center gap-3 border-line border-b px-3 py-2 transition-colors last:border-b-0 hover:bg-hover sm:px-4 md:h-14',
        !read && 'bg-accent-soft',
      )}
    >
      <Avatar src={senderAvatar} size={40} className={read ? 'opacity-60' : ''} />
      <button
        type="button"
        onClick={() => onOpen(group)}
        title={[text, sender, detail].filter(Boolean).join('\n')}
        className={classNames(
          'min-w-0 flex-1 cursor-pointer text-left outline-none after:absolute after:inset-0',
          'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus',
        )}
      >
        <span className="sr-only">{sender}: </span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          {!read && <span aria-hidden="true" className="size-2 shrink-0 self-center rounded-full bg-accent" />}
          <span className={classNames(FILLS, read ? 'text-ink-muted' : 'font-semibold')}>
            {!read && <span className="sr-only">{strings.isUnread}. </span>}
            <span>{text}</span>
          </span>
          <span className="text-ink-muted text-sm tabular-nums">{formatTimeThenDate(createdAt)}</span>
        </span>
        <span className="flex flex-wrap items-baseline gap-x-2 text-ink-muted text-sm">
          <span className="inline-flex min-w-0 max-w-full items-center gap-1 sm:max-w-44">
            <bdi aria-hidden="true" className="truncate">
              {sender}
            </bdi>
            <DeceptiveMark name={sender} />
          </span>
          {senders > 1 && <span>{strings.othersToo(formatNumber(senders - 1))}</span>}
          {detail && <bdi className="min-w-0 grow basis-28 truncate">{detail}</bdi>}
          {!read && <span className="ml-auto font-semibold text-accent-ink">{strings.openHint}</span>}
        </span>
      </button>
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
