import type { App } from '../lib/context.ts';
import { authStore } from './auth.store.ts';
import { hashPassword, matchPassword, verifyPassword } from './password.ts';

/**
 * Checks the password of an account; a hash of the form before passwords were composed is replaced.
 * @returns the hash that is stored now; null where the password is wrong or there is none
 */
export async function checkStoredPassword(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  account: { id: string; password_hash: string | null } | undefined,
  plain: string,
): Promise<string | null> {
  const form = await matchPassword(account?.password_hash, plain);
  if (!account?.password_hash || form === null) return null;
  const { id, password_hash: stored } = account;
  if (form === 'composed') return stored;
  const composed = await hashPassword(plain);
  if (await authStore.setPasswordHash(db, id, stored, composed, clock.now())) return composed;
  // Another sign-in has replaced it meanwhile, or the password has been changed.
  const present = await authStore.findPasswordHash(db, id);
  return present && (await verifyPassword(present, plain)) ? present : null;
}
