import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../lib/db/database.ts';

/** The kinds of content that an administrator deletes and restores, by their names on the wire. */
export type ContentType = 'Post' | 'TravelPost' | 'Comment';

const TABLES = { Post: 'posts', TravelPost: 'travel_posts', Comment: 'comments' } as const;

const PUBLICATION_COLUMNS = sql`c.author_id, c.title, c.content, c.created_at, c.likes_count, c.comments_count`;

/** The columns of a deleted row that an audit entry holds, and those that name it. */
const AUDITED_COLUMNS: Record<ContentType, ReturnType<typeof sql>> = {
  Post: PUBLICATION_COLUMNS,
  TravelPost: PUBLICATION_COLUMNS,
  Comment: sql`c.author_id, c.content, c.created_at, coalesce(c.post_id, c.travel_post_id) as parent_id`,
};

/** The kinds of content that have likes and comments. */
export type PublicationType = Exclude<ContentType, 'Comment'>;
/** The likes of a publication, and the column that refers to it in them and in comments. */
const LIKES = {
  Post: ['post_likes', 'post_id'],
  TravelPost: ['travel_post_likes', 'travel_post_id'],
} as const satisfies Record<PublicationType, unknown>;

/**
 * Content of an account that is being deleted cannot be deleted, nor a comment under it. One under a publication that is
 * soft-deleted can: it stays so when that is restored.
 */
const HAS_AUTHOR = sql`exists (select 1 from users u where u.id = c.author_id)`;
const IS_THERE: Record<ContentType, ReturnType<typeof sql>> = {
  Post: HAS_AUTHOR,
  TravelPost: HAS_AUTHOR,
  Comment: sql`${HAS_AUTHOR} and (
    exists (select 1 from posts p join users u on u.id = p.author_id where p.id = c.post_id)
    or exists (select 1 from travel_posts t join users u on u.id = t.author_id where t.id = c.travel_post_id))`,
};

/** Publications have counts, comments a parent. */
export interface DeletedRow {
  author_id: string;
  content: string;
  title?: string | null;
  created_at: Date;
  likes_count?: number;
  comments_count?: number;
  parent_id?: string;
}

export const postsDeletionStore = {
  /** Finds what an author has published since a time, or ever, and is not deleted, posts first, each newest first. */
  async findOf(
    db: DbOrTx,
    authorId: string,
    { since, most }: { since: Date | null; most: number },
  ): Promise<Array<{ itemType: ContentType; itemId: string }>> {
    const ofType = (type: ContentType) => sql`(
      select ${type}::text as "itemType", c.id as "itemId" from ${sql.table(TABLES[type])} c
      where c.author_id = ${authorId} and c.deleted_at is null and ${IS_THERE[type]}
        and (${since}::timestamptz is null or c.created_at >= ${since})
      order by c.created_at desc, c.id desc limit ${most})`;
    const { rows } = await sql<{ itemType: ContentType; itemId: string }>`
      ${ofType('Post')} union all ${ofType('TravelPost')} union all ${ofType('Comment')} limit ${most}`.execute(db);
    return rows;
  },

  /**
   * Soft-deletes a text; returns its row, or undefined if there was none.
   * @param isHidden whether it is soft-deleted already, since it is hidden
   */
  async softDelete(
    db: DbOrTx,
    type: ContentType,
    id: string,
    { at, isHidden }: { at: Date; isHidden: boolean },
  ): Promise<DeletedRow | undefined> {
    const { rows } = await sql<DeletedRow>`
      update ${sql.table(TABLES[type])} as c set deleted_at = ${at}
      where c.id = ${id} and (c.deleted_at is null or ${isHidden}) and ${IS_THERE[type]}
      returning ${AUDITED_COLUMNS[type]}`.execute(db);
    return rows[0];
  },

  /** Soft-deletes a text that no administrator has written; returns its row, or undefined if there was none. */
  async hide(db: DbOrTx, type: ContentType, id: string, at: Date): Promise<DeletedRow | undefined> {
    const { rows } = await sql<DeletedRow>`
      update ${sql.table(TABLES[type])} as c set deleted_at = ${at}
      where c.id = ${id} and c.deleted_at is null and ${IS_THERE[type]}
        and not exists (select from users u where u.id = c.author_id and u.role = 'admin')
      returning ${AUDITED_COLUMNS[type]}`.execute(db);
    return rows[0];
  },

  /** The author of a text that is not deleted; null where there is none. */
  async findAuthorId(db: DbOrTx, type: ContentType, id: string): Promise<string | null> {
    const { rows } = await sql<{ author_id: string }>`
      select c.author_id from ${sql.table(TABLES[type])} as c
      where c.id = ${id} and c.deleted_at is null and ${IS_THERE[type]}`.execute(db);
    return rows[0]?.author_id ?? null;
  },

  /** When a text was soft-deleted: null for one that is not, undefined for one that was purged. */
  async findDeletedAt(db: DbOrTx, type: ContentType, id: string): Promise<Date | null | undefined> {
    const { rows } = await sql<{ deleted_at: Date | null }>`
      select deleted_at from ${sql.table(TABLES[type])} where id = ${id}`.execute(db);
    return rows[0]?.deleted_at;
  },

  /** A text whose author exists, soft-deleted or not, locked until the transaction ends. */
  async findForUpdate(db: DbOrTx, type: ContentType, id: string) {
    const title = type === 'Comment' ? sql`null` : sql.ref('title');
    const { rows } = await sql<{ content: string; title: string | null; deleted_at: Date | null }>`
      select content, ${title} as title, deleted_at from ${sql.table(TABLES[type])} c
      where id = ${id} and ${HAS_AUTHOR} for update`.execute(db);
    return rows[0];
  },

  async restore(db: DbOrTx, type: ContentType, id: string): Promise<void> {
    await sql`update ${sql.table(TABLES[type])} set deleted_at = null where id = ${id}`.execute(db);
  },

  /** Locks up to `most` of an author's texts, soft-deleted or not, that no other transaction has locked. */
  async lockOf(tx: Tx, type: ContentType, authorId: string, most: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(TABLES[type])} where author_id = ${authorId} limit ${most}
      for update skip locked`.execute(tx);
    return rows.map(({ id }) => id);
  },

  /** Purges up to `most` likes of publications. @returns how many there were */
  async purgeLikes(tx: Tx, type: PublicationType, ids: readonly string[], most: number): Promise<number> {
    const [table, column] = LIKES[type];
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} = any(${ids}) limit ${most}
        for update skip locked))`.execute(tx);
    return Number(numAffectedRows);
  },

  /** Locks up to `most` comments under publications. */
  async lockCommentsUnder(tx: Tx, type: PublicationType, ids: readonly string[], most: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from comments where ${sql.ref(LIKES[type][1])} = any(${ids}) limit ${most}
      for update skip locked`.execute(tx);
    return rows.map(({ id }) => id);
  },

  /** Purges texts without likes and comments. */
  async purgeById(tx: Tx, type: ContentType, ids: readonly string[]): Promise<void> {
    await sql`delete from ${sql.table(TABLES[type])} where id = any(${ids})`.execute(tx);
  },
};
