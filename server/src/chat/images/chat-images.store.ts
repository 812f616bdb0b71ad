import { sql } from 'kysely';
import type { Db, DbOrTx } from '../../lib/db/database.ts';

/** Whose images are to be removed, and since when. */
export interface Removal {
  userId: string;
  since: Date;
}

export const chatImagesStore = {
  /** What a sender's key was used for. */
  findByKey(db: Db, senderId: string, tempId: string) {
    return db
      .selectFrom('messages')
      .select(['content', 'image_name', 'image_preview_name', 'image_width', 'image_height'])
      .select('image_source_hash')
      .where('sender_id', '=', senderId)
      .where('client_key', '=', tempId)
      .executeTakeFirst();
  },

  /** Whether a conversation has any image that is stored here. */
  async hasAny(db: DbOrTx, userId: string): Promise<boolean> {
    const row = await db
      .selectFrom('messages')
      .select('id')
      .where('user_id', '=', userId)
      .where('image_name', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** What the images that a user has sent take in the store, in bytes. */
  async sumImageBytes(db: Db, userId: string): Promise<number> {
    const row = await db
      .selectFrom('conversations')
      .select('image_bytes')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.image_bytes ?? 0;
  },

  /** Says that a user's images are to be removed. */
  async addRemoval(db: DbOrTx, userId: string, at: Date): Promise<void> {
    await db
      .insertInto('chat_image_purges')
      .values({ user_id: userId, created_at: at })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ created_at: at }))
      .execute();
  },

  /**
   * Takes up to `limit` users whose images were to be removed before `before`, the longest waiting first; as of now
   * they are as if said at `now`, so that no other server takes them too, and this one's end delays them only.
   */
  async claimRemovals(db: Db, before: Date, now: Date, limit: number): Promise<Removal[]> {
    const { rows } = await sql<Removal>`
      with due as materialized (
        select user_id, created_at from chat_image_purges where created_at <= ${before}
        order by created_at limit ${limit} for update skip locked
      )
      update chat_image_purges set created_at = ${now} from due where chat_image_purges.user_id = due.user_id
      returning due.user_id as "userId", due.created_at as "since"`.execute(db);
    return rows;
  },

  /** Gives one back that did not succeed; said anew meanwhile, it stays so. */
  async returnRemoval(db: Db, { userId, since }: Removal, claimedAt: Date): Promise<void> {
    await db
      .updateTable('chat_image_purges')
      .set({ created_at: since })
      .where('user_id', '=', userId)
      .where('created_at', '=', claimedAt)
      .execute();
  },

  /** Says that a user's images are gone for good, unless their removal was said anew meanwhile. */
  async deleteRemoval(db: Db, userId: string, claimedAt: Date): Promise<void> {
    await db
      .deleteFrom('chat_image_purges')
      .where('user_id', '=', userId)
      .where('created_at', '=', claimedAt)
      .execute();
  },
};
export type ChatImagesStore = typeof chatImagesStore;
