import type { UserDetail, UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import type { Db, DbOrTx } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import { usersListingStore } from './users.listing.store.ts';
import { toUserDetail, toUserSummary } from './users.mapper.ts';
import { usersStore } from './users.store.ts';

/** An account as it is, read where `on` says; null where there is none. */
export async function findUser(on: DbOrTx, id: string): Promise<UserDetail | null> {
  const row = await usersStore.findDetail(on, id);
  return row ? toUserDetail(row) : null;
}

/**
 * The same of an account that must be there.
 * @throws {DomainError} USER_NOT_FOUND
 */
export async function requireUser(on: DbOrTx, id: string): Promise<UserDetail> {
  const user = await findUser(on, id);
  if (!user) throw new DomainError('USER_NOT_FOUND');
  return user;
}

/** An account as the list shows it; null where there is none. */
export async function findListedUser(db: Db, id: string): Promise<UserSummary | null> {
  const page = { criteria: {}, order: 'newest', after: null, limit: 1 } as const;
  const [row] = await usersListingStore.findPageAmong(db, [id], page);
  return row ? toUserSummary(row) : null;
}

/** Whether an account has this e-mail, letter case ignored. */
export const hasUserWithEmail = (db: Db, email: string): Promise<boolean> => usersStore.existsWithEmail(db, email);
