import { sql } from 'kysely';
import type { Db } from '../lib/db/database.ts';

/** An image of a conversation, as its row references it. */
export interface ChatImage {
  userId: string;
  name: string;
}

/** A marked orphan that this server has claimed to purge. */
export interface UnusedImage {
  key: string;
  detectedAt: Date;
}

/**
 * The lease of a claim; a server that purges images has ended by then. By the database's clock: one server's may be
 * behind another's by more than this.
 */
const CLAIM_LEASE = sql.raw<string>(`interval '5 minutes'`);

export const mediaRetentionStore = {
  /** Finds those of some keys outside of `chat/` that a row references. */
  findNamed: (db: Db, keys: readonly string[]): Promise<Set<string>> =>
    db.transaction().execute(async (tx) => {
      // There is an index for each, but no statistics for these keys.
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<{ key: string }>`
        select image_key_from_url(avatar_url) as key from users
          where avatar_url is not null and image_key_from_url(avatar_url) = any(${keys})
        union select image_key_from_url(sender_avatar_url) from notifications
          where sender_avatar_url is not null and image_key_from_url(sender_avatar_url) = any(${keys})
        union select image_key_from_url(sender_avatar_url) from announcements
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

  /** Finds those of some images that a message of their conversation references, full or as a preview. */
  async findSent(db: Db, images: readonly ChatImage[]): Promise<ChatImage[]> {
    const { rows } = await sql<ChatImage>`
      select p.user_id as "userId", p.name
      from unnest(${images.map(({ userId }) => userId)}::text[], ${images.map(({ name }) => name)}::text[])
        as p(user_id, name)
      where exists (select from messages m where m.user_id = p.user_id and m.image_name = p.name)
         or exists (select from messages m where m.user_id = p.user_id and m.image_preview_name = p.name)`.execute(db);
    return rows;
  },

  /** Users whose image folder is not named by their id; there are hardly any. */
  async findUnusualUsers(db: Db): Promise<string[]> {
    const { rows } = await sql<{ user_id: string }>`
      select user_id from conversations where user_id !~ '^[A-Za-z0-9_-]+$'`.execute(db);
    return rows.map(({ user_id }) => user_id);
  },

  /** Marks images as orphans; an earlier mark keeps its time. */
  async markUnused(db: Db, keys: readonly string[], at: Date): Promise<void> {
    await sql`
      insert into unused_images (key, detected_at) select unnest(${keys}::text[]), ${at}
      on conflict (key) do nothing`.execute(db);
  },

  /** Removes the marks of these images. */
  async unmark(db: Db, keys: readonly string[]): Promise<void> {
    await sql`delete from unused_images where key = any(${keys})`.execute(db);
  },

  /**
   * Claims up to `most` images that were marked before a time; no other server does until {@link CLAIM_LEASE} has passed,
   * and {@link postpone} returns false.
   */
  async claim(db: Db, detectedBefore: Date, most: number): Promise<UnusedImage[]> {
    const { rows } = await sql<UnusedImage>`
      with due as materialized (
        select key from unused_images
        where detected_at <= ${detectedBefore} and (purging_at is null or purging_at <= now() - ${CLAIM_LEASE})
        order by detected_at, key limit ${most} for update skip locked
      )
      update unused_images u set purging_at = now() from due where u.key = due.key
      returning u.key, u.detected_at as "detectedAt"`.execute(db);
    return rows;
  },

  /**
   * Restarts the retention of a marked image, so that it is not claimed before it is due again.
   * @returns false while a server is purging it
   */
  async postpone(db: Db, key: string, now: Date): Promise<boolean> {
    const { rows } = await sql<{ isClaimed: boolean | null }>`
      update unused_images set detected_at = ${now} where key = ${key}
      returning purging_at > now() - ${CLAIM_LEASE} as "isClaimed"`.execute(db);
    return rows[0]?.isClaimed !== true;
  },
};
