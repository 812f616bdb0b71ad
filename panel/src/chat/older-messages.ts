const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Fills in what an older backend's message leaves out; a sender that is but an id becomes one. */
function wrapMessage(raw: unknown, userId: string): unknown {
  if (!isObject(raw)) return raw;
  const sender = typeof raw['sender'] === 'string' ? { _id: raw['sender'] } : raw['sender'];
  const senderId = isObject(sender) ? sender['_id'] : undefined;
  return {
    type: 'text',
    isAdminMessage: isObject(sender) && sender['role'] !== undefined ? sender['role'] === 'admin' : senderId !== userId,
    ...raw,
    sender,
  };
}

/** Brings an older backend's history into the contract's shape: perhaps a bare list, perhaps within `messages`. */
export function wrapMessages(raw: unknown, userId: string): unknown {
  if (Array.isArray(raw)) return wrapMessages({ success: true, data: raw }, userId);
  if (!isObject(raw)) return raw;
  const data = isObject(raw['data']) && !Array.isArray(raw['data']) ? raw['data']['messages'] : raw['data'];
  return Array.isArray(data) ? { ...raw, data: data.map((message) => wrapMessage(message, userId)) } : raw;
}
