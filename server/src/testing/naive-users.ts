import type { UserFilters } from '@hai-dang/contract/users/users.schema.ts';
import type { Selectable } from 'kysely';
import type { Users } from '../lib/db/schema.generated.ts';

export type UserRow = Selectable<Users>;
const DAY_MS = 24 * 3_600_000;

/** Newest first, as the wire contract orders users; ids decide between equal times. */
export const newestFirst = (a: UserRow, b: UserRow): number =>
  b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1);

/** The wire contract's filters, said once more in plain JavaScript to compare the server with. */
export function meets(user: UserRow, filters: UserFilters, now: Date): boolean {
  const isActive = user.last_seen_at !== null && user.last_seen_at.getTime() >= now.getTime() - 30 * DAY_MS;
  const status = user.is_disabled ? 'banned' : isActive ? 'active' : 'inactive';
  return (
    (!filters.status || filters.status === status) &&
    (!filters.role || filters.role === user.role) &&
    (!filters.vohieuhoa || filters.vohieuhoa === String(user.is_disabled)) &&
    (!filters.verified || filters.verified === String(user.is_verified)) &&
    (!filters.gender || filters.gender === user.gender)
  );
}

/** Case and Vietnamese marks taken off. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[Đđ]/g, 'd')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** The wire contract's search in plain JavaScript. */
export function contains(user: UserRow, term: string): boolean {
  const sought = fold(term.replaceAll(/\s+/g, ' ').trim());
  return [user.username, user.email, user.phone ?? ''].some((field) => fold(field).includes(sought));
}
