import type { DbOrTx } from '../lib/db/database.ts';

/** Tokens that one account may have at once. */
const TOKENS_PER_ACCOUNT = 5;

export const appealTokensStore = {
  /** Stores a token; of an account that has too many the oldest end. */
  async insert(db: DbOrTx, token: { token_hash: Buffer; user_id: string; expires_at: Date }): Promise<void> {
    await db.insertInto('appeal_tokens').values(token).execute();
    await db
      .deleteFrom('appeal_tokens')
      .where('token_hash', 'in', (eb) =>
        eb
          .selectFrom('appeal_tokens')
          .select('token_hash')
          .where('user_id', '=', token.user_id)
          .orderBy('expires_at', 'desc')
          .orderBy('token_hash')
          .offset(TOKENS_PER_ACCOUNT),
      )
      .execute();
  },

  /** A token with its account, whether still good or not. */
  find: (db: DbOrTx, hash: Buffer) =>
    db
      .selectFrom('appeal_tokens as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .select(['t.expires_at', 'u.id', 'u.username', 'u.email', 'u.role', 'u.is_disabled'])
      .where('t.token_hash', '=', hash)
      .executeTakeFirst(),

  async deleteOf(db: DbOrTx, userId: string): Promise<void> {
    await db.deleteFrom('appeal_tokens').where('user_id', '=', userId).execute();
  },

  async deleteExpiredBefore(db: DbOrTx, at: Date): Promise<void> {
    await db.deleteFrom('appeal_tokens').where('expires_at', '<', at).execute();
  },
};
