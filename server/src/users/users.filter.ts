import type { UserFilters } from '@hai-dang/contract/users/users.schema.ts';

/** Seen within this time counts as active (the wire contract, Filters). */
const ACTIVE_WITHIN_MS = 30 * 24 * 3_600_000;

/** Filters as the store understands them; an absent key means any. */
export interface UserCriteria {
  role?: 'user' | 'admin';
  isDisabled?: boolean;
  isVerified?: boolean;
  gender?: 'male' | 'female' | 'other';
  /** 'at' or after: active; before or never: inactive. */
  seen?: { since: Date; isActive: boolean };
  /** Whether points of violations count at a time. */
  points?: { at: Date; areCounting: boolean };
  /** Whether the account is disabled until a time. */
  isSuspended?: boolean;
  /** True when two filters exclude each other, so that nothing can match. */
  matchesNothing?: boolean;
}

/** A flag is a string or, from a legacy client, a boolean. */
const toFlag = (value: UserFilters['verified']): boolean | undefined =>
  value === '' || value === null || value === undefined ? undefined : String(value) === 'true';

/** Reads the wire's filters, in which '', null and absence all mean any. */
export function toCriteria(filters: UserFilters | null | undefined, now: Date): UserCriteria {
  const criteria: UserCriteria = {};
  if (!filters) return criteria;
  if (filters.role) criteria.role = filters.role;
  if (filters.gender) criteria.gender = filters.gender;
  const [isVerified, isDisabled] = [toFlag(filters.verified), toFlag(filters.vohieuhoa)];
  const [areCounting, isSuspended] = [toFlag(filters.points), toFlag(filters.suspended)];
  if (isVerified !== undefined) criteria.isVerified = isVerified;
  if (isDisabled !== undefined) criteria.isDisabled = isDisabled;
  if (areCounting !== undefined) criteria.points = { at: now, areCounting };
  if (isSuspended !== undefined) criteria.isSuspended = isSuspended;
  if (filters.status) {
    const isBanned = filters.status === 'banned';
    if (criteria.isDisabled !== undefined && criteria.isDisabled !== isBanned) criteria.matchesNothing = true;
    criteria.isDisabled = isBanned;
    if (!isBanned) {
      criteria.seen = { since: new Date(now.getTime() - ACTIVE_WITHIN_MS), isActive: filters.status === 'active' };
    }
  }
  return criteria;
}
