import { sql } from 'kysely';
import type { DbOrTx } from '../lib/db/database.ts';
import type { ContentType } from './posts.deletion.store.ts';

const TABLES = { Post: 'posts', TravelPost: 'travel_posts', Comment: 'comments' } as const;
const TEXT_MAX_CHARS = 200;

/** Content that is soft-deleted and can be restored. */
export interface RemovedRow {
  type: ContentType;
  id: string;
  title: string | null;
  content: string;
  created_at: Date;
  deleted_at: Date;
  /** Until when a decision keeps it. */
  kept_until: Date | null;
  /** Hidden until somebody decides, or kept as long as an appeal waits. */
  has_no_end: boolean;
}

interface Restorable {
  now: Date;
  /** Content that was soft-deleted after this time can be restored in any case. */
  deletedAfter: Date;
  limit: number;
}

export const postsRemovedStore = {
  /** Content of an author that can be restored, what was removed last first. */
  async findOf(db: DbOrTx, type: ContentType, authorId: string, { now, deletedAfter, limit }: Restorable) {
    const title = type === 'Comment' ? sql`null::text` : sql.ref('c.title');
    const { rows } = await sql<RemovedRow>`
      select ${type} as type, c.id, ${title} as title, left(c.content, ${sql.lit(TEXT_MAX_CHARS)}) as content, c.created_at,
        c.deleted_at, m.kept_until, coalesce(m.open_appeals_count > 0 or m.hidden_at is not null, false) as has_no_end
      from ${sql.table(TABLES[type])} c
      left join moderation_subjects m on m.subject_type = ${type} and m.subject_id = c.id
      where c.author_id = ${authorId} and c.deleted_at is not null and (c.deleted_at > ${deletedAfter}
        or m.kept_until > ${now} or m.open_appeals_count > 0 or m.hidden_at is not null)
      order by c.deleted_at desc limit ${limit}`.execute(db);
    return rows;
  },
};
