import type { ClientBase } from 'pg';
import { createRandom } from '../../../server/src/lib/random.ts';
import { makePost, makeTravelPost } from '../factories/post-factory.ts';
import type { DemoImages } from '../images/demo-images.ts';
import type { CopyRow } from './copy-rows.ts';
import { PUBLICATION_KINDS, type PublicationKind } from './scale-plan.ts';
import { POST_COLUMNS, type ScaleTable, TRAVEL_POST_COLUMNS } from './scale-rows.ts';

/** The tables of a load of posts alone, what a search reads of them, and the users' post counters. */
export const POST_TABLES = ['accounts', 'posts', 'travel_posts', 'post_texts', 'travel_post_texts'] as const;

/** Counts anew after a load of posts alone: the other counters stay unchanged. */
export const COUNT_POSTS = `
  delete from daily_counts where metric in ('posts', 'travel_posts');
  delete from total_counts where metric in ('posts', 'travel_posts');
  insert into daily_counts (metric, day, slot, count)
    select 'posts', vietnam_day(created_at), 0, count(*) from posts where deleted_at is null group by 2
    union all
    select 'travel_posts', vietnam_day(created_at), 0, count(*) from travel_posts where deleted_at is null group by 2;
  insert into total_counts (metric, slot, count)
    select metric, 0, sum(count) from daily_counts where metric in ('posts', 'travel_posts') group by 1;
  update users u set posts_count = c.posts, travel_posts_count = c.travel
    from (select x.id, coalesce(p.n, 0) as posts, coalesce(t.n, 0) as travel
          from users x
          left join (select author_id, count(*)::integer as n from posts where deleted_at is null group by 1) p
            on p.author_id = x.id
          left join (select author_id, count(*)::integer as n from travel_posts where deleted_at is null group by 1) t
            on t.author_id = x.id) c
    where u.id = c.id and (u.posts_count, u.travel_posts_count) <> (c.posts, c.travel);
  select fill_content_texts()`;

/** Above 1: the earlier an author joined, the more posts. At 2 a few of a million have thousands of five million. */
const AUTHOR_SKEW = 2;
/** Below 1: the number of posts grows over time. */
const GROWTH_EXPONENT = 0.6;
const AUTHORS_PER_BATCH = 20_000;
/** Left at their default, 0. */
const COUNTERS = new Set(['likes_count', 'comments_count']);

export interface PostSizes {
  posts: number;
  travelPosts: number;
}

interface Authors {
  ids: string[];
  /** Milliseconds since 1970, in the order of `ids`, never decreasing. */
  joinedAt: number[];
}

/** Users in the order of joining; memory holds an id and a time of each. */
async function loadAuthors(client: ClientBase): Promise<Authors> {
  const authors: Authors = { ids: [], joinedAt: [] };
  let last = { id: '', created_at: new Date(0) };
  for (;;) {
    const { rows } = await client.query<{ id: string; created_at: Date }>(
      `select id, created_at from users where role = 'user' and (created_at, id) > ($1, $2)
       order by created_at, id limit ${AUTHORS_PER_BATCH}`,
      [last.created_at, last.id],
    );
    for (const row of rows) {
      authors.ids.push(row.id);
      authors.joinedAt.push(row.created_at.getTime());
      last = row;
    }
    if (rows.length < AUTHORS_PER_BATCH) return authors;
  }
}

/**
 * The tables of posts by existing users, in the order to fill them. They have no likes and no comments.
 * @param stream a name: sets of different names can be in one database
 * @param now milliseconds since 1970
 */
export async function postTables(
  client: ClientBase,
  { sizes, stream, now, demoImages }: { sizes: PostSizes; stream: string; now: number; demoImages: DemoImages },
): Promise<ScaleTable[]> {
  const { ids, joinedAt } = await loadAuthors(client);
  const start = joinedAt[0];

  function* publications(kind: PublicationKind, total: number): Generator<CopyRow> {
    if (start === undefined) return;
    const random = createRandom(`scale ${kind} ${stream}`);
    const make = kind === 'post' ? makePost : makeTravelPost;
    let joined = 0;
    for (let index = 0; index < total; index++) {
      const createdAt = Math.floor(start + (now - start) * ((index + 0.5) / total) ** GROWTH_EXPONENT);
      while ((joinedAt[joined] ?? Number.POSITIVE_INFINITY) <= createdAt) joined += 1;
      const authorId = ids[Math.floor(joined * random.fraction() ** AUTHOR_SKEW)];
      if (authorId === undefined) throw new Error('a post before its author');
      yield make(random, { authorId, createdAt, scenes: demoImages.scenes }) as CopyRow;
    }
  }

  const [post, travelPost] = PUBLICATION_KINDS;
  return [
    { table: 'posts', columns: POST_COLUMNS, rows: () => publications(post, sizes.posts) },
    { table: 'travel_posts', columns: TRAVEL_POST_COLUMNS, rows: () => publications(travelPost, sizes.travelPosts) },
  ].map(({ columns, ...table }) => ({
    ...table,
    columns: columns.split(',').filter((column) => !COUNTERS.has(column)),
  }));
}
