import type { ListUsersBody } from '@hai-dang/contract/users/users.schema.ts';
import type { App } from '../lib/context.ts';
import type { Db } from '../lib/db/database.ts';
import { isCounted, type UserPage, usersListingStore } from './users.listing.store.ts';
import { parsePage, type Total, toListing, type UserListing } from './users.paging.ts';

/** Filters that no counter covers are counted up to here; the total is then "at least". */
const COUNT_UP_TO = 10_000;

/**
 * A page of users; the first page also counts the total (specification, section 2; the wire contract, Filters).
 * @throws {DomainError} INVALID_CURSOR
 */
export async function listUsers({ db, clock }: Pick<App, 'db' | 'clock'>, body: ListUsersBody): Promise<UserListing> {
  const requested = parsePage(body, 'newest', clock.now());
  const [rows, total] = await Promise.all([
    usersListingStore.findPage(db, requested.page),
    requested.total ?? countMatching(db, requested.page),
  ]);
  return toListing(rows, requested, total);
}

async function countMatching(db: Db, { criteria }: UserPage): Promise<Total> {
  if (isCounted(criteria)) return { total: await usersListingStore.countByGroup(db, criteria), totalRelation: 'eq' };
  const counted = await usersListingStore.countUpTo(db, criteria, COUNT_UP_TO + 1);
  return { total: Math.min(counted, COUNT_UP_TO), totalRelation: counted > COUNT_UP_TO ? 'gte' : 'eq' };
}
