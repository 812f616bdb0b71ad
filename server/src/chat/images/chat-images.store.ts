import { sql } from 'kysely';
import type { Db, DbOrTx } from '../../lib/db/database.ts';

/** A user whose images are to be deleted, and since when. */
export interface ImageDeletion {
  userId: string;
  since: Date;
}

export const chatImagesStore = {
  /** Finds the message that a sender has stored under a key. */
  findByKey(db: Db, senderId: string, tempId: string) {
    return db
      .selectFrom('messages')
      .select(['content', 'image_name', 'image_preview_name', 'image_width', 'image_height'])
      .select(['image_source_hash', 'deleted_at'])
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

  /** Finds those of some images of a conversation that no message shows, full or as a preview. */
  async findUnused(db: DbOrTx, userId: string, names: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${names}::text[]) as image(name)
      where not exists (select from messages m where m.user_id = ${userId} and m.image_name = image.name)
        and not exists (select from messages m where m.user_id = ${userId} and m.image_preview_name = image.name)`.execute(
      db,
    );
    return rows.map(({ name }) => name);
  },

  /** Returns the bytes that the images of a user take in the store. */
  async sumImageBytes(db: Db, userId: string): Promise<number> {
    const row = await db
      .selectFrom('conversations')
      .select('image_bytes')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.image_bytes ?? 0;
  },

  /** Enqueues the deletion of a user's images. */
  async enqueueDeletion(db: DbOrTx, userId: string, at: Date): Promise<void> {
    await db
      .insertInto('chat_image_purges')
      .values({ user_id: userId, created_at: at })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ created_at: at }))
      .execute();
  },

  /** Up to `limit` users whose deletion was enqueued before `before`, the oldest first. */
  findDueDeletions: (db: Db, before: Date, limit: number): Promise<ImageDeletion[]> =>
    db
      .selectFrom('chat_image_purges')
      .select(['user_id as userId', 'created_at as since'])
      .where('created_at', '<=', before)
      .orderBy('created_at')
      .limit(limit)
      .execute(),

  /** Removes a finished deletion from the queue, unless it was enqueued again meanwhile. */
  async dequeueDeletion(db: Db, { userId, since }: ImageDeletion): Promise<void> {
    await db.deleteFrom('chat_image_purges').where('user_id', '=', userId).where('created_at', '=', since).execute();
  },
};
