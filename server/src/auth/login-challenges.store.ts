import type { DbOrTx } from '../lib/db/database.ts';

export const loginChallengesStore = {
  async insert(db: DbOrTx, challenge: { challenge_hash: Buffer; user_id: string; expires_at: Date }): Promise<void> {
    await db.insertInto('login_challenges').values(challenge).execute();
  },

  /** A challenge with its account, whether still good or not. */
  find(db: DbOrTx, hash: Buffer) {
    return db
      .selectFrom('login_challenges as c')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .select(['c.attempts', 'c.expires_at', 'u.id', 'u.username', 'u.email', 'u.role', 'u.is_disabled'])
      .where('c.challenge_hash', '=', hash)
      .executeTakeFirst();
  },

  /** Takes one of the attempts. @returns false where none was left */
  async take(db: DbOrTx, hash: Buffer, most: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('login_challenges')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('challenge_hash', '=', hash)
      .where('attempts', '<', most)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  /** @returns false where another call has */
  async delete(db: DbOrTx, hash: Buffer): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('login_challenges')
      .where('challenge_hash', '=', hash)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },

  async deleteOf(db: DbOrTx, userId: string): Promise<void> {
    await db.deleteFrom('login_challenges').where('user_id', '=', userId).execute();
  },

  async deleteExpiredBefore(db: DbOrTx, at: Date): Promise<void> {
    await db.deleteFrom('login_challenges').where('expires_at', '<', at).execute();
  },
};
