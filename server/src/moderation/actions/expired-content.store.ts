import { sql } from 'kysely';
import type { Tx } from '../../lib/db/database.ts';

const TABLES = { Post: 'posts', TravelPost: 'travel_posts', Comment: 'comments' } as const;
/** The column by which a comment refers to what it is under. */
const PARENT_COLUMNS = { Post: 'post_id', TravelPost: 'travel_post_id' } as const;

/** Content that was taken down is kept until then, and as long as an appeal to that waits; hidden content always. */
const isKept = (now: Date) => sql`(m.kept_until > ${now} or m.open_appeals_count > 0 or m.hidden_at is not null)`;

/** The condition that no comment under a text is kept: purging the text takes its comments along. */
const hasNoKeptComments = (type: keyof typeof PARENT_COLUMNS, now: Date) => sql`and not exists (
  select from comments k join moderation_subjects m on m.subject_type = 'Comment' and m.subject_id = k.id
  where k.${sql.ref(PARENT_COLUMNS[type])} = c.id and ${isKept(now)})`;

export const expiredContentStore = {
  /** Locks up to `most` texts but for some that were soft-deleted before a time, and that no other transaction has locked. */
  async lockDeletedBefore(
    tx: Tx,
    type: keyof typeof TABLES,
    { at, now }: { at: Date; now: Date },
    { except, most }: { except: readonly string[]; most: number },
  ): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(TABLES[type])} c where deleted_at <= ${at} and id <> all(${except}::text[]) and not exists (
        select from moderation_subjects m where m.subject_type = ${type} and m.subject_id = c.id and ${isKept(now)})
        ${type === 'Comment' ? sql`` : hasNoKeptComments(type, now)}
      order by deleted_at limit ${most} for update of c skip locked`.execute(tx);
    return rows.map(({ id }) => id);
  },
};
