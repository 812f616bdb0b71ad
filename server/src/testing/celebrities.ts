import type { Database } from '../lib/db/database.ts';

type Pool = Database['pool'];

/** Rows inserted by one statement. */
const INSERTED_AT_ONCE = 2_000;
const POST_SHARE = 10;
/** Their counters are inserted together with the rows. */
const UNCOUNTED = ['follows', 'post_likes', 'comments'];

export const fanId = (number: number): string => `fan-${number}`;

/** Runs statements for the numbers 1 to `count` in ranges: $1 to $2, and $3 if given. */
async function inRanges(pool: Pool, count: number, statements: readonly string[], third?: string): Promise<void> {
  for (let first = 1; first <= count; first += INSERTED_AT_ONCE) {
    const range = [first, Math.min(first + INSERTED_AT_ONCE - 1, count)];
    for (const statement of statements) await pool.query(statement, third === undefined ? range : [...range, third]);
  }
}
const NUMBERS = 'from generate_series($1::int, $2::int) n';

/**
 * Inserts users, each with the number of accounts that {@link insertCelebrities} makes it follow.
 * @param followingCountOf SQL expression for that number, with the user's number as `n`
 */
export const insertFans = (pool: Pool, count: number, followingCountOf: string): Promise<void> =>
  inRanges(pool, count, [
    `insert into users (id, username, email, following_count)
       select 'fan-' || n, 'Người hâm mộ ' || n, 'fan' || n || '@example.test', ${followingCountOf} ${NUMBERS}`,
  ]);

/** Inserts accounts with the same fans, each with a post for every tenth fan, who has liked and commented it. */
export async function insertCelebrities(pool: Pool, ids: readonly string[], fans: number): Promise<void> {
  for (const table of UNCOUNTED) await pool.query(`alter table ${table} disable trigger user`);
  for (const id of ids) {
    await pool.query(
      `insert into users (id, username, email, followers_count) values ($1, $1, $1 || '@example.test', $2::int)`,
      [id, fans],
    );
    await inRanges(
      pool,
      fans,
      [`insert into follows (follower_id, followee_id) select 'fan-' || n, $3::text ${NUMBERS}`],
      id,
    );
    const statements = [
      `insert into posts (id, author_id, content, likes_count, comments_count)
         select $3::text || '-post-' || n, $3::text, 'Bài số ' || n, 1, 1 ${NUMBERS}`,
      `insert into post_likes (post_id, user_id) select $3::text || '-post-' || n, 'fan-' || n ${NUMBERS}`,
      `insert into comments (id, author_id, post_id, content)
         select $3::text || '-comment-' || n, 'fan-' || n, $3::text || '-post-' || n, 'Hay quá' ${NUMBERS}`,
    ];
    await inRanges(pool, Math.ceil(fans / POST_SHARE), statements, id);
  }
  for (const table of UNCOUNTED) await pool.query(`alter table ${table} enable trigger user`);
  await pool.query('analyze');
}

/** Rows left of closed accounts, and wrong counters of fans; empty when everything is purged. */
export async function findLeftovers(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<Record<string, number>>(`
    select (select count(*) from accounts where deleted_at is not null) as accounts,
      (select count(*) from pgboss.job where name = 'users.purge' and state < 'completed') as jobs,
      (select count(*) from follows where followee_id not in (select id from users)) as follows,
      (select count(*) from posts where author_id not in (select id from users)) as posts,
      (select count(*) from users where id like 'fan-%' and following_count <> 0) as "wrong counters"`);
  return Object.entries(rows[0] ?? {}).flatMap(([what, count]) => (count > 0 ? [`${count} ${what} left`] : []));
}
