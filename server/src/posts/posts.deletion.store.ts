import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../lib/db/database.ts';

/** What an administrator deletes and restores, by the names the wire has for it. */
export type ContentType = 'Post' | 'TravelPost' | 'Comment';

const TABLES = { Post: 'posts', TravelPost: 'travel_posts', Comment: 'comments' } as const;

const PUBLICATION_COLUMNS = [
  'id',
  'author_id',
  'title',
  'content',
  'image_urls',
  'likes_count',
  'comments_count',
  'created_at',
] as const;

/** What the trail keeps of a deleted row. */
const KEPT_COLUMNS: Record<ContentType, readonly string[]> = {
  Post: [...PUBLICATION_COLUMNS, 'category'],
  TravelPost: [...PUBLICATION_COLUMNS, 'location'],
  Comment: ['id', 'author_id', 'content', 'post_id', 'travel_post_id', 'created_at'],
};

/** What may be much, and the column that refers to the publication. */
const HANGING_ON: Record<ContentType, ReadonlyArray<readonly [table: string, column: string]>> = {
  Post: [
    ['post_likes', 'post_id'],
    ['comments', 'post_id'],
  ],
  TravelPost: [
    ['travel_post_likes', 'travel_post_id'],
    ['comments', 'travel_post_id'],
  ],
  Comment: [],
};
/** One statement that takes along a million likes does not end within the time a statement is given. */
const DELETED_AT_ONCE = 1_000;

/** A comment under a deleted publication is not there to be deleted. */
const IS_SHOWN: Record<ContentType, ReturnType<typeof sql>> = {
  Post: sql`true`,
  TravelPost: sql`true`,
  Comment: sql`not exists (select 1 from posts p where p.id = c.post_id and p.deleted_at is not null)
    and not exists (select 1 from travel_posts t where t.id = c.travel_post_id and t.deleted_at is not null)`,
};

/** Columns that all three have, and in the others what the trail keeps. */
export interface DeletedRow extends Record<string, unknown> {
  author_id: string;
  content: string;
  title?: string | null;
}

/** Removes texts with all that hangs on them. Foreign keys alone would do, but see {@link DELETED_AT_ONCE}. */
async function remove(tx: Tx, type: ContentType, ids: readonly string[]): Promise<void> {
  for (const [hanging, column] of HANGING_ON[type]) {
    let removed: bigint | undefined;
    do {
      ({ numAffectedRows: removed } = await sql`
        delete from ${sql.table(hanging)} where ctid = any(array(
          select ctid from ${sql.table(hanging)} where ${sql.ref(column)} = any(${ids})
          limit ${sql.lit(DELETED_AT_ONCE)}))`.execute(tx));
    } while (removed === BigInt(DELETED_AT_ONCE));
  }
  await sql`delete from ${sql.table(TABLES[type])} where id = any(${ids})`.execute(tx);
}

export const postsDeletionStore = {
  /** Hides a text; returns what it was, or undefined if it was not there. */
  async hide(db: DbOrTx, type: ContentType, id: string, at: Date): Promise<DeletedRow | undefined> {
    const { rows } = await sql<DeletedRow>`
      update ${sql.table(TABLES[type])} as c set deleted_at = ${at}
      where c.id = ${id} and c.deleted_at is null and ${IS_SHOWN[type]}
      returning ${sql.join(KEPT_COLUMNS[type].map((column) => sql.ref(`c.${column}`)))}`.execute(db);
    return rows[0];
  },

  /** A text, hidden or not, held until the transaction ends. */
  async findForUpdate(db: DbOrTx, type: ContentType, id: string) {
    const title = type === 'Comment' ? sql`null` : sql.ref('title');
    const { rows } = await sql<{ content: string; title: string | null; deleted_at: Date | null }>`
      select content, ${title} as title, deleted_at from ${sql.table(TABLES[type])} where id = ${id} for update`.execute(
      db,
    );
    return rows[0];
  },

  async show(db: DbOrTx, type: ContentType, id: string): Promise<void> {
    await sql`update ${sql.table(TABLES[type])} set deleted_at = null where id = ${id}`.execute(db);
  },

  /**
   * Removes texts that were hidden before a time with all that hangs on them, `most` at a time; several servers may do
   * so at once.
   * @returns how many were removed
   */
  async removeHiddenBefore(tx: Tx, type: ContentType, at: Date, most: number): Promise<number> {
    const table = sql.table(TABLES[type]);
    const { rows } = await sql<{ id: string }>`
      select id from ${table} where deleted_at <= ${at} order by deleted_at limit ${most}
      for update skip locked`.execute(tx);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await remove(tx, type, ids);
    return ids.length;
  },

  /**
   * Removes an author's texts, hidden or not, with all that hangs on them, `most` at a time.
   * @returns how many were removed
   */
  async removeOf(tx: Tx, type: ContentType, authorId: string, most: number): Promise<number> {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(TABLES[type])} where author_id = ${authorId} limit ${most} for update`.execute(tx);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await remove(tx, type, ids);
    return ids.length;
  },
};
export type PostsDeletionStore = typeof postsDeletionStore;
