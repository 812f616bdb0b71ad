import type { AppTx } from '../lib/context.ts';
import type { DbOrTx } from '../lib/db/database.ts';
import { type LockedAccount, publishIfAdmin } from './lock-account.ts';
import { usersStore } from './users.store.ts';

/**
 * Stores whether an account is disabled; its sessions are left.
 * @param until when that ends; null for no end
 */
export async function setDisabled(
  ctx: AppTx,
  account: LockedAccount,
  { isDisabled, until }: { isDisabled: boolean; until: Date | null },
): Promise<void> {
  await usersStore.setDisabled(ctx.tx, account.id, { isDisabled, until, at: ctx.clock.now() });
  publishIfAdmin(ctx, account);
}

/**
 * The ids of accounts whose suspension is over, the first that ended first.
 * @param skip leaves out so many of the first ones
 */
export const findSuspensionsOver = (on: DbOrTx, at: Date, step: { skip: number; most: number }): Promise<string[]> =>
  usersStore.findSuspensionsOver(on, at, step);
