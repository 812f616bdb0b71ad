import type { DbOrTx } from '../lib/db/database.ts';
import { fixedQuery } from '../lib/db/fixed-query.ts';

export interface NewSession {
  token_hash: Buffer;
  id: string;
  user_id: string;
  address: string;
  user_agent: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
}

export const authStore = {
  /** The account with an e-mail, letter case ignored. */
  findAccountByEmail(db: DbOrTx, email: string) {
    return db
      .selectFrom('users')
      .select(['id', 'username', 'email', 'avatar_url', 'password_hash', 'role', 'is_disabled'])
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', eb.fn<string>('lower', [eb.val(email)])))
      .executeTakeFirst();
  },

  async insertSession(db: DbOrTx, session: NewSession): Promise<void> {
    await db.insertInto('sessions').values(session).execute();
  },

  /** The session of a token with its account, whether still valid or not. */
  findSession: fixedQuery((db, tokenHash: Buffer) =>
    db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select(['s.id as session_id', 's.expires_at', 's.last_used_at'])
      .select(['u.id', 'u.username', 'u.email', 'u.role', 'u.is_disabled'])
      .where('s.token_hash', '=', tokenHash),
  ),

  /** Of these sessions those that are valid and whose account is not disabled, with the account's role. */
  findValidSessions(db: DbOrTx, sessionIds: readonly string[], now: Date, usedAfter: Date) {
    return db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select(['s.id as session_id', 'u.role'])
      .where((eb) => eb('s.id', '=', eb.fn.any(eb.val(sessionIds))))
      .where('s.expires_at', '>', now)
      .where('s.last_used_at', '>', usedAfter)
      .where('u.is_disabled', '=', false)
      .execute();
  },

  async touchSession(db: DbOrTx, sessionId: string, at: Date): Promise<void> {
    await db.updateTable('sessions').set({ last_used_at: at }).where('id', '=', sessionId).execute();
  },

  async deleteSession(db: DbOrTx, sessionId: string): Promise<void> {
    await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
  },

  /** @returns how many there were */
  async deleteSessionsOf(db: DbOrTx, userId: string): Promise<number> {
    const { numDeletedRows } = await db.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirst();
    return Number(numDeletedRows);
  },

  /** @param most how many at once @returns how many there were */
  async deleteSessionsExpiredBefore(db: DbOrTx, at: Date, most: number): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where((eb) =>
        eb(
          'token_hash',
          'in',
          eb
            .selectFrom('sessions')
            .select('token_hash')
            .where('expires_at', '<', at)
            .limit(most)
            .forUpdate()
            .skipLocked(),
        ),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  },

  /** Whether an account has signed in from an address since a time. */
  async hasSignedInFrom(db: DbOrTx, userId: string, address: string, since: Date): Promise<boolean> {
    const row = await db
      .selectFrom('audit_entries')
      .select('id')
      .where('action', '=', 'auth.login')
      .where('actor_id', '=', userId)
      .where('address', '=', address)
      .where('created_at', '>=', since)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },
};
export type AuthStore = typeof authStore;
