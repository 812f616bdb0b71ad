import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../lib/db/database.ts';
import { precompiledQuery } from '../lib/db/precompiled-query.ts';

export interface NewSession {
  token_hash: Buffer;
  id: string;
  user_id: string;
  ip: string;
  user_agent: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
}

/** The conditions under which a session is valid. */
interface ValidAt {
  now: Date;
  usedAfter: Date;
}

/** A number that an account's advisory lock is worked out with, so that no other lock is the same. */
const SESSIONS_LOCK = 7_310_003;

/** The account that a sign-in names. */
interface ClaimedAccount {
  foldedEmail: string;
  account: { id: string; username: string; role: string } | undefined;
}

const sessionOf = precompiledQuery(['tokenHash'], (db, { tokenHash }: { tokenHash: Buffer }) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id as session_id', 's.created_at', 's.expires_at', 's.last_used_at', 's.reauthenticated_at'])
    .select(['u.id', 'u.username', 'u.email', 'u.role', 'u.is_disabled'])
    .where('s.token_hash', '=', tokenHash),
);

export const authStore = {
  /** The account with an e-mail, as {@link authStore.findClaimedAccount} finds it. */
  findAccountByEmail(db: DbOrTx, email: string) {
    const typed = sql<string>`lower(${email})`;
    const composed = sql<string>`lower(${email.normalize('NFC')})`;
    return db
      .selectFrom('users')
      .select(['id', 'username', 'email', 'avatar_url', 'password_hash', 'role', 'is_disabled', 'disabled_until'])
      .where((eb) => eb(eb.fn<string>('lower', ['email']), 'in', [typed, composed]))
      .orderBy((eb) => eb(eb.fn<string>('lower', ['email']), '=', typed), 'desc')
      .limit(1)
      .executeTakeFirst();
  },

  /**
   * The account with an e-mail, letter case and the composition of its letters (NFC) ignored, and that e-mail as the
   * database compares it: what it takes for one e-mail has one such text, also where no account has it.
   */
  async findClaimedAccount(db: DbOrTx, email: string): Promise<ClaimedAccount> {
    const { rows } = await sql<{ folded: string; id: string | null; username: string | null; role: string | null }>`
      select claimed.folded, u.id, u.username, u.role
      from (select lower(${email}) as typed, lower(${email.normalize('NFC')}) as folded) claimed
      left join users u on lower(u.email) in (claimed.typed, claimed.folded)
      order by lower(u.email) = claimed.typed desc
      limit 1`.execute(db);
    const { folded = '', id = null, username = null, role = null } = rows[0] ?? {};
    const isFound = id !== null && username !== null && role !== null;
    return { foldedEmail: folded, account: isFound ? { id, username, role } : undefined };
  },

  async insertSession(db: DbOrTx, session: NewSession): Promise<void> {
    await db.insertInto('sessions').values(session).execute();
  },

  /**
   * Ends the oldest sessions of an account beyond the limit; concurrent sign-ins of one account wait for each other.
   * @returns those that have ended
   */
  async makeRoomForSession(tx: Tx, userId: string, kept: number): Promise<Array<{ id: string }>> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${userId}, ${SESSIONS_LOCK}))`.execute(tx);
    return tx
      .deleteFrom('sessions')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', userId)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .offset(kept),
      )
      .returning('id')
      .execute();
  },

  /** The session of a token with its account, whether still valid or not. */
  findSession: async (db: DbOrTx, tokenHash: Buffer) => (await sessionOf(db, { tokenHash }))[0],

  /** Finds those of the sessions that are valid and whose account is not disabled, with the account's role. */
  findValidSessions(db: DbOrTx, sessionIds: readonly string[], { now, usedAfter }: ValidAt) {
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

  /** The valid sessions of an account, the one used last first. */
  findSessionsOf(db: DbOrTx, userId: string, { now, usedAfter }: ValidAt, limit: number) {
    return db
      .selectFrom('sessions')
      .select(['id', 'ip', 'user_agent', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .where('last_used_at', '>', usedAfter)
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  },

  /** Counts the valid sessions of each account, and finds when it last used one or signed in. */
  summarizeSessions(db: DbOrTx, userIds: readonly string[], { now, usedAfter }: ValidAt) {
    return db
      .selectFrom('users as u')
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('sessions as s')
            .select((one) => [
              one.fn
                .countAll<number>()
                .filterWhere('s.expires_at', '>', now)
                .filterWhere('s.last_used_at', '>', usedAfter)
                .as('count'),
              one.fn.max('s.last_used_at').as('used_at'),
            ])
            .whereRef('s.user_id', '=', 'u.id')
            .as('own'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('sign_in_ips as i')
            .select((one) => one.fn.max('i.last_at').as('signed_in_at'))
            .whereRef('i.user_id', '=', 'u.id')
            .as('signed'),
        (join) => join.onTrue(),
      )
      .select('u.id as user_id')
      .select((eb) => [
        eb.fn.coalesce('own.count', sql.lit(0)).as('count'),
        // Sessions are purged once they have expired; where they came from is known for longer.
        eb.fn<Date | null>('greatest', ['own.used_at', 'signed.signed_in_at']).as('last_used_at'),
      ])
      .where((eb) => eb('u.id', '=', eb.fn.any(eb.val(userIds))))
      .execute();
  },

  /** Ends a valid session of an account. @returns what it was; undefined where there is none */
  endSessionOf(db: DbOrTx, userId: string, sessionId: string, { now, usedAfter }: ValidAt) {
    return db
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .where('last_used_at', '>', usedAfter)
      .returning(['ip', 'user_agent', 'created_at'])
      .executeTakeFirst();
  },

  async confirmPassword(db: DbOrTx, sessionId: string, at: Date): Promise<void> {
    await db.updateTable('sessions').set({ reauthenticated_at: at }).where('id', '=', sessionId).execute();
  },

  async touchSession(db: DbOrTx, sessionId: string, at: Date): Promise<void> {
    await db.updateTable('sessions').set({ last_used_at: at }).where('id', '=', sessionId).execute();
  },

  async deleteSession(db: DbOrTx, sessionId: string): Promise<void> {
    await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
  },

  /** Ends all sessions of an account but one, if one is named. @returns those there were, valid or not */
  deleteSessionsOf(db: DbOrTx, userId: string, exceptId?: string) {
    return db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
      .returning(['id', 'expires_at', 'last_used_at'])
      .execute();
  },

  async findPasswordHash(db: DbOrTx, userId: string): Promise<string | null | undefined> {
    const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
    return row?.password_hash;
  },

  /** Blocks new sessions of this account until the transaction ends: a session references its account. */
  async lockAccount(db: DbOrTx, userId: string): Promise<void> {
    await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  },

  /** @returns false where the password has been changed since it was verified */
  async setPasswordHash(db: DbOrTx, userId: string, oldHash: string, newHash: string, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ password_hash: newHash, updated_at: at })
      .where('id', '=', userId)
      .where('password_hash', '=', oldHash)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
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

  /** Whether an account has signed in from an IP since a time. */
  async hasSignedInFrom(db: DbOrTx, userId: string, ip: string, since: Date): Promise<boolean> {
    const row = await db
      .selectFrom('sign_in_ips')
      .select('last_at')
      .where('user_id', '=', userId)
      .where('ip', '=', ip)
      .where('last_at', '>=', since)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Records that an account has signed in from an IP. */
  async recordSignInIp(db: DbOrTx, userId: string, ip: string, at: Date): Promise<void> {
    await db
      .insertInto('sign_in_ips')
      .values({ user_id: userId, ip, last_at: at })
      .onConflict((conflict) => conflict.columns(['user_id', 'ip']).doUpdateSet({ last_at: at }))
      .execute();
  },

  /** @param most how many at once @returns how many there were */
  async deleteSignInIpsBefore(db: DbOrTx, at: Date, most: number): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('sign_in_ips as s')
      .using((eb) =>
        eb
          .selectFrom('sign_in_ips')
          .select(['user_id', 'ip'])
          .where('last_at', '<', at)
          .orderBy('last_at')
          .limit(most)
          .forUpdate()
          .skipLocked()
          .as('old'),
      )
      .whereRef('s.user_id', '=', 'old.user_id')
      .whereRef('s.ip', '=', 'old.ip')
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
};
