import { sql } from 'kysely';
import type { Db } from '../../../server/src/lib/db/database.ts';

/** Rows inserted by one statement. */
const INSERTED_AT_ONCE = 2_000;
const POST_SHARE = 10;
/** Their counters are stored with the rows that have them. */
const UNCOUNTED = ['follows', 'post_likes', 'comments'];

export const fanId = (number: number): string => `fan-${number}`;

/** Calls `insert` for numbers from 1 to `count`, a range at a time. */
async function inRanges(count: number, insert: (first: number, last: number) => Promise<unknown>): Promise<void> {
  for (let first = 1; first <= count; first += INSERTED_AT_ONCE) {
    await insert(first, Math.min(first + INSERTED_AT_ONCE - 1, count));
  }
}

/** Stores users who will follow others, and who are not counted as following anybody yet. */
export const insertFans = (db: Db, count: number): Promise<void> =>
  inRanges(count, (first, last) =>
    sql`insert into users (id, username, email)
      select 'fan-' || n, 'Người hâm mộ ' || n, 'fan' || n || '@example.test' from generate_series(${first}::int, ${last}::int) n`.execute(
      db,
    ),
  );

/**
 * Stores accounts that the same fans follow, each with a post for every tenth fan, who has liked it and commented on it.
 */
export async function insertCelebrities(db: Db, ids: readonly string[], fans: number): Promise<void> {
  const posts = Math.ceil(fans / POST_SHARE);
  for (const table of UNCOUNTED) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  }
  for (const id of ids) {
    await sql`insert into users (id, username, email, followers_count)
      values (${id}, ${id}, ${`${id}@example.test`}, ${fans})`.execute(db);
    await inRanges(fans, (first, last) =>
      sql`insert into follows (follower_id, followee_id)
        select 'fan-' || n, ${id} from generate_series(${first}::int, ${last}::int) n`.execute(db),
    );
    await inRanges(posts, async (first, last) => {
      const range = sql`from generate_series(${first}::int, ${last}::int) n`;
      await sql`insert into posts (id, author_id, content, likes_count, comments_count)
        select ${id} || '-post-' || n, ${id}, 'Bài số ' || n, 1, 1 ${range}`.execute(db);
      await sql`insert into post_likes (post_id, user_id) select ${id} || '-post-' || n, 'fan-' || n ${range}`.execute(
        db,
      );
      await sql`insert into comments (id, author_id, post_id, content)
        select ${id} || '-comment-' || n, 'fan-' || n, ${id} || '-post-' || n, 'Hay quá' ${range}`.execute(db);
    });
  }
  for (const table of UNCOUNTED) {
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
  }
  await inRanges(fans, (first, last) =>
    sql`update users set following_count = following_count + ${ids.length}::int where id in (
      select 'fan-' || n from generate_series(${first}::int, ${last}::int) n)`.execute(db),
  );
  await sql`analyze`.execute(db);
}

/** What is left of closed accounts, and counters of fans that are not right; nothing means that all is purged. */
export async function findLeftovers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ accounts: number; jobs: number; follows: number; posts: number; wrong: number }>`
    select (select count(*) from accounts where deleted_at is not null) as accounts,
      (select count(*) from jobs) as jobs,
      (select count(*) from follows where followee_id not in (select id from users)) as follows,
      (select count(*) from posts where author_id not in (select id from users)) as posts,
      (select count(*) from users where id like 'fan-%' and following_count <> 0) as wrong`.execute(db);
  return Object.entries(rows[0] ?? {}).flatMap(([what, count]) => (count > 0 ? [`${count} ${what} left`] : []));
}
