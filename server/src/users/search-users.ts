import type { SearchUsersBody } from '@hai-dang/contract/users/users.schema.ts';
import type { App } from '../lib/context.ts';
import type { Db } from '../lib/db/database.ts';
import { findRowById } from './find-user.ts';
import { type FoundUsers, findUsersByTerm, SEARCH_WINDOW } from './find-users-by-term.ts';
import { usersListingStore } from './users.listing.store.ts';
import { parsePage, type Total, toListing, type UserListing } from './users.paging.ts';
import { toUserTerm } from './users.search-term.ts';

/**
 * A page of the users in whose name, e-mail or phone the term occurs, the best match first unless an order is named (the wire
 * contract, Search); it may be short and still have a next one. The account that has the term as its id stands alone.
 * @throws {DomainError} INVALID_CURSOR
 */
export async function searchUsers(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  body: SearchUsersBody,
): Promise<UserListing> {
  const term = toUserTerm(body.searchTerm ?? '');
  if (!term) return { users: [], pagination: { total: 0, totalRelation: 'eq', nextCursor: null } };
  const requested = parsePage(body, 'best', clock.now());
  const byId = await findRowById(db, term.text, requested.page.criteria);
  if (byId) return toListing([byId], requested, { total: 1, totalRelation: 'eq' });
  const known = requested.total?.totalRelation === 'eq' ? requested.total.total : Number.POSITIVE_INFINITY;
  const found = await findUsersByTerm(db, {
    ...requested.page,
    term,
    isBestFirst: requested.order === 'best',
    total: requested.total ? known : null,
  });
  return toListing(found.rows, requested, requested.total ?? (await toTotal(db, found.count)), found.resumeAt);
}

/** How many match in all; where only the first 5 000 in order were scanned, estimated from those. */
async function toTotal(db: Db, count: FoundUsers['count']): Promise<Total> {
  if ('exactly' in count) return { total: count.exactly, totalRelation: 'eq' };
  if ('atLeast' in count) return { total: count.atLeast, totalRelation: 'gte' };
  const everyone = await usersListingStore.countByGroup(db, {});
  if (everyone <= SEARCH_WINDOW) return { total: count.near, totalRelation: 'eq' };
  return { total: Number(((count.near / SEARCH_WINDOW) * everyone).toPrecision(2)), totalRelation: 'approx' };
}
