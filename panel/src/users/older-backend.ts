import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import type { UserQuery } from './users.filters.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A plain array in place of `{ success, data }`. */
export function wrapUserList(raw: unknown): unknown {
  return Array.isArray(raw) ? { success: true, data: raw } : raw;
}

/** A plain array in place of `{ success, data: { users } }`, or in place of its `data`. */
export function wrapFoundUsers(raw: unknown): unknown {
  if (Array.isArray(raw)) return { success: true, data: { users: raw } };
  if (isObject(raw) && Array.isArray(raw['data'])) return { ...raw, data: { users: raw['data'] } };
  return raw;
}

/**
 * Filters and orders a whole list here: a backend whose list takes no filters answers everything. What a row does not
 * tell (gender, last activity) cannot be filtered by.
 */
export function filterWholeList(users: readonly UserSummary[], { filters, sort }: UserQuery): readonly UserSummary[] {
  const flag = (wanted: string, value: boolean | null | undefined) =>
    wanted === '' || String(value ?? false) === wanted;
  const kept = users.filter((user) => {
    const banned = user.vohieuhoa ?? false;
    if (filters.status !== '' && (filters.status === 'banned') !== banned) return false;
    if (filters.role !== '' && (user.role ?? 'user') !== filters.role) return false;
    return flag(filters.vohieuhoa, user.vohieuhoa) && flag(filters.verified, user.xacMinhDanhTinh);
  });
  return sort === 'oldest' ? kept.reverse() : kept;
}
