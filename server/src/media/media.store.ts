import { sql } from 'kysely';
import type { Db } from '../lib/db/database.ts';

export const mediaStore = {
  /**
   * Whether everybody may see an image: an account has it as its avatar, or a post that is not soft-deleted shows it. One
   * look at an index for each table, and the first that has it ends it. Aggregates and no `exists`: for one row of the many
   * that the planner expects it might read through a table, which for an image that nobody has is read to its end.
   */
  async isPublic(db: Db, key: string): Promise<boolean> {
    const { rows } = await sql<{ isPublic: boolean }>`
      select (select count(*) from users where avatar_url is not null and image_key_from_url(avatar_url) = ${key}) > 0
        or (select count(*) from posts
          where image_urls <> '{}' and image_keys_from_urls(image_urls) @> array[${key}::text] and deleted_at is null
            and (select true from users where users.id = author_id)) > 0
        or (select count(*) from travel_posts
          where image_urls <> '{}' and image_keys_from_urls(image_urls) @> array[${key}::text] and deleted_at is null
            and (select true from users where users.id = author_id)) > 0
        as "isPublic"`.execute(db);
    return rows[0]?.isPublic === true;
  },

  /** The signing keys, the newest first. */
  async findKeys(db: Db): Promise<Buffer[]> {
    const rows = await db.selectFrom('media_keys').select('secret').orderBy('created_at', 'desc').execute();
    return rows.map(({ secret }) => secret);
  },
};
