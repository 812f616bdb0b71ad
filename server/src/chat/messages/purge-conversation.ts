import type { Tx } from '../../lib/db/database.ts';
import { chatStore } from './messages.store.ts';

/**
 * Purges up to `most` messages of a user's conversation, and then the conversation, in a step of the job that deletes
 * the account.
 * @returns false where nothing was left
 */
export const purgeConversationOf = (tx: Tx, userId: string, most: number): Promise<boolean> =>
  chatStore.purgeSomeOf(tx, userId, most);
