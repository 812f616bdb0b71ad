import { DAY_MS } from '@hai-dang/contract/lib/durations.ts';
import type { UserFilters } from '@hai-dang/contract/users/users.schema.ts';
import type { Selectable } from 'kysely';
import type { Users } from '../lib/db/schema.generated.ts';

export type UserRow = Selectable<Users>;

/** Newest first, the wire contract's order; equal times are ordered by id. */
export const newestFirst = (a: UserRow, b: UserRow): number =>
  b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1);

/**
 * The wire contract's filters in plain JavaScript, as a reference for the server's.
 * @param withPoints ids of those whose points count
 */
export function meets(
  user: UserRow,
  filters: UserFilters,
  now: Date,
  withPoints: ReadonlySet<string> = new Set(),
): boolean {
  const isActive = user.last_seen_at !== null && user.last_seen_at.getTime() >= now.getTime() - 30 * DAY_MS;
  const status = user.is_disabled ? 'banned' : isActive ? 'active' : 'inactive';
  return (
    (!filters.status || filters.status === status) &&
    (!filters.role || filters.role === user.role) &&
    (!filters.vohieuhoa || filters.vohieuhoa === String(user.is_disabled)) &&
    (!filters.verified || filters.verified === String(user.is_verified)) &&
    (!filters.gender || filters.gender === user.gender) &&
    (!filters.points || filters.points === String(withPoints.has(user.id))) &&
    (!filters.suspended || filters.suspended === String(user.disabled_until !== null))
  );
}

/** Removes case, Vietnamese diacritics and invisible characters, and collapses blanks. */
export const fold = (text: string): string =>
  text
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFD')
    .replaceAll(/[Đđ]/g, 'd')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A phone number's digits, with '0' for '+84'. */
const dialled = (phone: string): string => phone.replaceAll(/[^\d+]/g, '').replace(/^\+84/, '0');

/** The digits of a stored phone number as it is dialled in Vietnam, which are searched as a field of their own. */
const storedDigits = (phone: string): string =>
  phone
    .replaceAll(/[^\d+]/g, '')
    .replace(/^(?:\+84|0084|84(?=0?\d{9,10}$))0?/, '0')
    .replaceAll('+', '');

/** The wire contract's search in plain JavaScript; matches phone numbers without a country code, or with '+84'. */
export function contains(user: UserRow, term: string): boolean {
  const sought = fold(term);
  const fields = [user.username, user.email, user.phone ?? ''];
  if ([...fields, storedDigits(user.phone ?? '')].some((field) => fold(field).includes(sought))) return true;
  const isNumber = /^[\d\s+().\-/]+$/.test(sought) && sought.replaceAll(/\D/g, '').length >= 3;
  if (!isNumber) return false;
  const digits = dialled(sought);
  const isWhole = sought.startsWith('+84');
  return fields.some((field) => {
    const found = field === user.phone ? dialled(field) : fold(field);
    return isWhole ? found.startsWith(digits) : found.includes(digits);
  });
}

const wordsOf = (text: string): string => ` ${text.replaceAll(/[ -/:-@[-`{-~]/g, ' ')} `;

/** The rank of a matching user, 0 being the best (docs/decisions/004), for a term that is no phone number. */
export function tierOf(user: UserRow, term: string): number {
  const [sought, name, email, phone] = [term, user.username, user.email, user.phone ?? ''].map(fold) as [
    string,
    string,
    string,
    string,
  ];
  if (wordsOf(name) === wordsOf(sought) || email === sought) return 0;
  if (name.includes(sought)) {
    if (wordsOf(name).includes(wordsOf(sought))) return 1;
    return wordsOf(name).includes(wordsOf(sought).slice(0, -1)) ? 2 : 3;
  }
  if (sought.includes('@')) return 6;
  const own = [email.split('@')[0] ?? '', phone, dialled(phone)];
  if (own.some((text) => text.startsWith(sought))) return 4;
  return own.some((text) => text.includes(sought)) ? 5 : 6;
}
