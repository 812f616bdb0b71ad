import type { UserDetail, UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import type { Db, DbOrTx } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import { isLikeId } from '../lib/search/search-term.ts';
import type { UserCriteria } from './users.filter.ts';
import { type UserSummaryRow, usersListingStore } from './users.listing.store.ts';
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
  const row = await findRow(db, id, {});
  return row ? toUserSummary(row) : null;
}

/** The account that has the text of a search as its id and that the list shows under its filters, if there is one. */
export const findRowById = async (db: Db, text: string, criteria: UserCriteria): Promise<UserSummaryRow | undefined> =>
  isLikeId(text) ? findRow(db, text, criteria) : undefined;

async function findRow(db: Db, id: string, criteria: UserCriteria): Promise<UserSummaryRow | undefined> {
  const page = { criteria, order: 'newest', after: null, limit: 1 } as const;
  const [row] = await usersListingStore.findPageAmong(db, [id], page);
  return row;
}

/** Whether an account has this e-mail, letter case ignored. */
export const hasUserWithEmail = (db: Db, email: string): Promise<boolean> => usersStore.existsWithEmail(db, email);
