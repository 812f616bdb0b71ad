import type { App } from '../lib/context.ts';
import { DomainError } from '../lib/domain-error.ts';
import { authStore } from './auth.store.ts';

/**
 * An administrator by e-mail, letter case ignored.
 * @throws {DomainError} USER_NOT_FOUND, also for an account that is no administrator's
 */
export async function findAdministrator(
  { db }: Pick<App, 'db'>,
  email: string,
): Promise<{ id: string; username: string }> {
  const account = await authStore.findAccountByEmail(db, email);
  if (account?.role !== 'admin') throw new DomainError('USER_NOT_FOUND');
  return { id: account.id, username: account.username };
}
