import { sql } from 'kysely';
import type { Db, Tx } from '../lib/db/database.ts';

/** Rows without texts of their own that refer to an account, by the column that does. */
export const RELATIONS = [
  ['follows', 'follower_id'],
  ['follows', 'followee_id'],
  ['post_likes', 'user_id'],
  ['travel_post_likes', 'user_id'],
] as const;
export type Relation = (typeof RELATIONS)[number];

export const usersDeletionStore = {
  /**
   * Closes an account: the view `users` no longer contains it. Its personal data is erased at once, so that nothing can
   * leak and name and e-mail are free. The placeholder name cannot be guessed, or a user might register it before.
   */
  async close(tx: Tx, id: string, at: Date): Promise<void> {
    const standIn = sql<string>`'deleted:' || gen_random_uuid()`;
    await tx
      .updateTable('accounts')
      .set({
        deleted_at: at,
        updated_at: at,
        username: standIn,
        email: standIn,
        role: 'user',
        is_disabled: true,
        is_verified: false,
        password_hash: null,
        avatar_url: null,
        phone: null,
        postal_address: null,
        gender: null,
        age: null,
        marital_status: null,
        bio: null,
        nationality: null,
        hometown: null,
        last_seen_at: null,
      })
      .where('id', '=', id)
      .execute();
  },

  /** The closed accounts that are not purged yet, the one closed longest ago first. */
  async findClosed(db: Db): Promise<string[]> {
    const rows = await db
      .selectFrom('accounts')
      .select('id')
      .where('deleted_at', 'is not', null)
      .orderBy('deleted_at')
      .execute();
    return rows.map(({ id }) => id);
  },

  async isBeingDeleted(db: Db, id: string): Promise<boolean> {
    const row = await db
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Purges up to `most` follows or likes; triggers update the counters. @returns whether there were any */
  async purgeSomeRelations(tx: Tx, [table, column]: Relation, id: string, most: number): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit ${most}
        for update skip locked))`.execute(tx);
    return numAffectedRows > 0n;
  },

  /** Purges a closed account itself, with the few rows that still reference it. */
  async remove(tx: Tx, id: string): Promise<void> {
    await tx.deleteFrom('accounts').where('id', '=', id).where('deleted_at', 'is not', null).execute();
    await tx.deleteFrom('account_changes').where('user_id', '=', id).execute();
  },
};
