const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A time as a number; as text where another backend writes it so; null where it is none. */
function toMs(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : value;
  return typeof ms === 'number' && Number.isFinite(ms) ? ms : null;
}

const complete = (item: unknown): unknown =>
  isObject(item) ? { ...item, read: item['read'] === true, createdAt: toMs(item['createdAt']) } : item;

/** An older backend's page with what it leaves out: a plain array, no count of the unread, other words for paging. */
export function completeNotificationPage(raw: unknown): unknown {
  if (!isObject(raw)) return raw;
  const data = Array.isArray(raw['data']) ? { notifications: raw['data'] } : raw['data'];
  if (!isObject(data) || !Array.isArray(data['notifications'])) return raw;
  const notifications = data['notifications'].map(complete);
  const pagination = isObject(data['pagination']) ? data['pagination'] : {};
  const { currentPage = 1, totalPages } = pagination;
  const hasMore = typeof totalPages === 'number' && typeof currentPage === 'number' && currentPage < totalPages;
  const unread = notifications.filter((item) => isObject(item) && item['read'] === false).length;
  return {
    ...raw,
    data: {
      unreadCount: unread,
      ...data,
      notifications,
      pagination: { hasMore, limit: notifications.length, ...pagination, currentPage },
    },
  };
}
