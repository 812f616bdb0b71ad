const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A plain array in place of `{ success, data: { [key] } }`, or in place of its `data`. */
export function wrapPosts(key: 'posts' | 'travelPosts'): (raw: unknown) => unknown {
  return (raw) => {
    if (Array.isArray(raw)) return { success: true, data: { [key]: raw } };
    if (isObject(raw) && Array.isArray(raw['data'])) return { ...raw, data: { [key]: raw['data'] } };
    return raw;
  };
}
