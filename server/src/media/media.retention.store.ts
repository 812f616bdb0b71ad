import { sql } from 'kysely';
import type { Db } from '../lib/db/database.ts';

/** An image of a conversation, as its row names it. */
export interface ChatImage {
  userId: string;
  name: string;
}

/** An image that was without a row when it was noted, and that this server is about to remove. */
export interface UnusedImage {
  key: string;
  notedAt: Date;
}

/**
 * A server that removes images has ended by then, one way or the other. By the database's clock: one server's may be
 * behind another's by more than this.
 */
const REMOVING = sql.raw<string>(`interval '5 minutes'`);

export const mediaRetentionStore = {
  /** Of these keys outside of `chat/` those that a row names. */
  findNamed: (db: Db, keys: readonly string[]): Promise<Set<string>> =>
    db.transaction().execute(async (tx) => {
      // There is an index for each, and nothing that the planner could know of these keys.
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<{ key: string }>`
        select image_key_from_url(avatar_url) as key from users
          where avatar_url is not null and image_key_from_url(avatar_url) = any(${keys})
        union select image_key_from_url(sender_avatar_url) from notifications
          where sender_avatar_url is not null and image_key_from_url(sender_avatar_url) = any(${keys})
        union select image_key_from_url(content) from messages
          where type = 'image' and image_name is null and image_key_from_url(content) = any(${keys})
        union select unnest(image_keys_from_urls(image_urls)) from posts
          where image_urls <> '{}' and image_keys_from_urls(image_urls) && ${keys}::text[]
        union select unnest(image_keys_from_urls(image_urls)) from travel_posts
          where image_urls <> '{}' and image_keys_from_urls(image_urls) && ${keys}::text[]
        union select unnest(image_keys_from_urls(string_to_array(content::text, '"'))) from report_snapshots
          where image_keys_from_urls(string_to_array(content::text, '"')) && ${keys}::text[]`.execute(tx);
      return new Set(rows.map(({ key }) => key));
    }),

  /** Of these images those that a message of their conversation names, full or as a preview. */
  async findSent(db: Db, images: readonly ChatImage[]): Promise<ChatImage[]> {
    const { rows } = await sql<ChatImage>`
      select p.user_id as "userId", p.name
      from unnest(${images.map(({ userId }) => userId)}::text[], ${images.map(({ name }) => name)}::text[])
        as p(user_id, name)
      where exists (select from messages m where m.user_id = p.user_id and m.image_name = p.name)
         or exists (select from messages m where m.user_id = p.user_id and m.image_preview_name = p.name)`.execute(db);
    return rows;
  },

  /** Users whose images are in folders that do not have their id as a name; there are hardly any. */
  async findUnusualUsers(db: Db): Promise<string[]> {
    const { rows } = await sql<{ user_id: string }>`
      select user_id from conversations where user_id !~ '^[A-Za-z0-9_-]+$'`.execute(db);
    return rows.map(({ user_id }) => user_id);
  },

  /** Notes that no row names these images; since when stays as it was. */
  async note(db: Db, keys: readonly string[], at: Date): Promise<void> {
    await sql`
      insert into unused_images (key, detected_at) select unnest(${keys}::text[]), ${at}
      on conflict (key) do nothing`.execute(db);
  },

  /** Forgets what was noted of these images. */
  async forget(db: Db, keys: readonly string[]): Promise<void> {
    await sql`delete from unused_images where key = any(${keys})`.execute(db);
  },

  /**
   * Takes up to `most` images that were noted before a time; until {@link REMOVING} has passed no other server does. As
   * of its end {@link postpone} tells so.
   */
  async claim(db: Db, notedBefore: Date, most: number): Promise<UnusedImage[]> {
    const { rows } = await sql<UnusedImage>`
      with due as materialized (
        select key from unused_images
        where detected_at <= ${notedBefore} and (purging_at is null or purging_at <= now() - ${REMOVING})
        order by detected_at, key limit ${most} for update skip locked
      )
      update unused_images u set purging_at = now() from due where u.key = due.key
      returning u.key, u.detected_at as "notedAt"`.execute(db);
    return rows;
  },

  /**
   * Notes an image that was noted as of now: for as long as that takes to be due again, nobody claims it.
   * @returns whether that is in time; false while a server is removing it
   */
  async postpone(db: Db, key: string, now: Date): Promise<boolean> {
    const { rows } = await sql<{ isBeingRemoved: boolean | null }>`
      update unused_images set detected_at = ${now} where key = ${key}
      returning purging_at > now() - ${REMOVING} as "isBeingRemoved"`.execute(db);
    return rows[0]?.isBeingRemoved !== true;
  },
};
