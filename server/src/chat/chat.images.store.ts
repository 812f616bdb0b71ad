import { sql } from 'kysely';
import type { Db, DbOrTx } from '../lib/db/database.ts';

export const chatImagesStore = {
  /** What a sender's key was used for. */
  findByKey(db: Db, senderId: string, tempId: string) {
    return db
      .selectFrom('messages')
      .select(['content', 'image_name', 'image_preview_name', 'image_width', 'image_height'])
      .select('image_source_hash')
      .where('sender_id', '=', senderId)
      .where('temp_id', '=', tempId)
      .executeTakeFirst();
  },

  /** Whether a conversation has a picture of this name, or one with a preview of this name. */
  async hasImage(db: Db, userId: string, name: string): Promise<boolean> {
    const { rows } = await sql<{ has: boolean }>`
      select exists (select from messages where user_id = ${userId} and image_name = ${name})
        or exists (select from messages where user_id = ${userId} and image_preview_name = ${name}) as has`.execute(db);
    return rows[0]?.has === true;
  },

  /** Whether a conversation has any picture that is stored here. */
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

  /** Says that a user's pictures are to be removed. */
  async addRemoval(db: DbOrTx, userId: string, at: Date): Promise<void> {
    await db
      .insertInto('chat_image_removals')
      .values({ user_id: userId, created_at: at })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ created_at: at }))
      .execute();
  },

  /** Whose pictures were to be removed before `before`, the longest waiting first. */
  async findRemovals(db: Db, before: Date, limit: number): Promise<string[]> {
    const rows = await db
      .selectFrom('chat_image_removals')
      .select('user_id')
      .where('created_at', '<=', before)
      .orderBy('created_at')
      .limit(limit)
      .execute();
    return rows.map(({ user_id }) => user_id);
  },

  /** Says that a user's pictures are gone for good. */
  async deleteRemoval(db: Db, userId: string): Promise<void> {
    await db.deleteFrom('chat_image_removals').where('user_id', '=', userId).execute();
  },
};
export type ChatImagesStore = typeof chatImagesStore;
