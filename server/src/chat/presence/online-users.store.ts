import { sql } from 'kysely';
import type { Db } from '../../lib/db/database.ts';
import type { DescribedUser } from './presence.ts';

export const onlineUsersStore = {
  /** These accounts, as far as they are there. */
  async find(db: Db, ids: readonly string[]): Promise<DescribedUser[]> {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'last_seen_at', 'is_verified'])
      .where(sql<boolean>`id = any(${ids}::text[])`)
      .execute();
    return rows.map(({ id, last_seen_at, is_verified }) => ({
      id,
      lastSeenAt: last_seen_at,
      isVerified: is_verified,
      isListed: true,
    }));
  },

  /** The accounts that have been verified or deleted, or the reverse, the earliest change first. */
  findChanges(db: Db, limit: number) {
    return db.selectFrom('account_changes').select(['id', 'user_id']).orderBy('id').limit(limit).execute();
  },

  async deleteChanges(db: Db, ids: readonly number[]): Promise<void> {
    await db.deleteFrom('account_changes').where(sql<boolean>`id = any(${ids}::bigint[])`).execute();
  },
};
