const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Fills in what an older backend's list of chat users leaves out: the statistics, the time; or all but the users. */
export function wrapChatUsers(raw: unknown): unknown {
  if (Array.isArray(raw)) return wrapChatUsers({ success: true, data: { users: raw } });
  if (!isObject(raw)) return raw;
  const data = Array.isArray(raw['data']) ? { users: raw['data'] } : raw['data'];
  if (!isObject(data) || !Array.isArray(data['users'])) return raw;
  return {
    ...raw,
    data: {
      statistics: { totalOnline: data['users'].length, verifiedCount: 0, normalUserCount: 0 },
      timestamp: new Date().toISOString(),
      ...data,
    },
  };
}
