import type { SearchUsersBody } from '@hai-dang/contract/users/users.schema.ts';
import type { App } from '../lib/context.ts';
import type { Db } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import { findRowById } from './find-user.ts';
import { SEARCH_WINDOW } from './find-users-by-term.ts';
import { toCriteria, type UserCriteria } from './users.filter.ts';
import { usersListingStore } from './users.listing.store.ts';
import { noRanking } from './users.ranking.store.ts';
import { usersSearchStore } from './users.search.store.ts';
import { TIER, toUserTerm, type UserTerm } from './users.search-term.ts';

/**
 * The ids of all whom the list shows for a search, if any, and filters; at most `most` of them.
 * @throws {DomainError} BULK_TERM_TOO_SHORT
 */
export async function findUserIds(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { searchTerm, filters }: Pick<SearchUsersBody, 'searchTerm' | 'filters'>,
  most: number,
): Promise<string[]> {
  const criteria = toCriteria(filters, clock.now());
  const isSearch = Boolean(searchTerm?.trim());
  const term = toUserTerm(searchTerm ?? '');
  if (isSearch && !term) return [];
  const byId = term && (await findRowById(db, term.text, criteria));
  if (byId) return [byId.id];
  return term ? findIdsByTerm(db, term, criteria, most) : usersListingStore.findIds(db, criteria, most);
}

/**
 * The ids of all in whom a term occurs, at most `most` of them.
 * @throws {DomainError} BULK_TERM_TOO_SHORT for one that no index finds, where there are too many users to scan
 */
async function findIdsByTerm(db: Db, term: UserTerm, criteria: UserCriteria, most: number): Promise<string[]> {
  const isFound = term.reach === 'whole';
  if (!isFound && (await usersListingStore.countByGroup(db, {})) > SEARCH_WINDOW) {
    throw new DomainError('BULK_TERM_TOO_SHORT');
  }
  const finds = isFound ? noRanking(term).finds(TIER.exact) : undefined;
  return usersSearchStore.findIds(db, { term, criteria, finds }, most);
}
