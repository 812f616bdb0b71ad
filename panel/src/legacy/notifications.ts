import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { dataOf, fieldsOf, flagOf, idOf, listIn, rowsOf, textOf, wholeOf } from './shapes.ts';

/** Milliseconds since 1970, also from a time as text. */
function toMs(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : value;
  return typeof ms === 'number' && Number.isFinite(ms) ? ms : null;
}

function toNotification(raw: unknown): Notification | undefined {
  const { type, reports, read, createdAt, senderName, senderAvatar, message } = fieldsOf(raw);
  const _id = idOf(raw);
  if (_id === null) return undefined;
  return {
    _id,
    type: textOf(type) ?? '',
    reports: idOf(reports),
    read: flagOf(read),
    createdAt: toMs(createdAt),
    senderName: textOf(senderName),
    senderAvatar: textOf(senderAvatar),
    message: textOf(message),
  };
}

/** A page: perhaps a plain array, without an unread count, with other names for pagination. */
export function toNotificationPage(raw: unknown): unknown {
  const list = listIn(raw, 'notifications');
  if (!list) return raw;
  const { pagination, unreadCount } = fieldsOf(dataOf(raw));
  const { currentPage, totalPages, limit, hasMore } = fieldsOf(pagination);
  const notifications = rowsOf(list, toNotification);
  const page = wholeOf(currentPage) ?? 1;
  return {
    success: true,
    data: {
      notifications,
      pagination: {
        currentPage: page,
        limit: wholeOf(limit) ?? notifications.length,
        hasMore: typeof hasMore === 'boolean' ? hasMore : page < (wholeOf(totalPages) ?? 1),
      },
      unreadCount: wholeOf(unreadCount) ?? notifications.filter(({ read }) => !read).length,
    },
  };
}
