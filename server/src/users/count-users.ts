import type { Db } from '../lib/db/database.ts';
import { usersListingStore } from './users.listing.store.ts';

/** How many users the app has. */
export const countAppUsers = (db: Db): Promise<number> => usersListingStore.countByGroup(db, { role: 'user' });

/** Whether anybody can sign in. */
export const hasAdministrator = async (db: Db): Promise<boolean> =>
  (await usersListingStore.countByGroup(db, { role: 'admin', isDisabled: false })) > 0;

/** Returns the names of the first ones of some accounts, and how many are administrators'. */
export const describeAccounts = (
  db: Db,
  ids: readonly string[],
  namesMost: number,
): Promise<{ names: string[]; administrators: number }> => usersListingStore.describe(db, ids, namesMost);
