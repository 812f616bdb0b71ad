import type { AppTx } from '../lib/context.ts';
import { afterCommit } from '../lib/db/transact.ts';
import { appealTokensStore } from './appeal-tokens.store.ts';
import { authStore } from './auth.store.ts';
import { loginChallengesStore } from './login-challenges.store.ts';

/**
 * Ends every session of an account and every sign-in that waits for its code, in the transaction that disables or
 * deletes it or forgets its second factor; its sockets close after it.
 * @returns how many sessions there were
 */
export async function revokeSessions({ tx, publisher }: AppTx, userId: string): Promise<number> {
  afterCommit(tx, () => publisher.disconnectSessions({ accountId: userId }));
  await loginChallengesStore.deleteOf(tx, userId);
  await appealTokensStore.deleteOf(tx, userId);
  return (await authStore.deleteSessionsOf(tx, userId)).length;
}
