import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../lib/db/database.ts';

export const reportsClosingStore = {
  /** Up to `most` subjects of an account, and the account itself, that have open reports, locked. */
  async lockOfAccount(tx: Tx, accountId: string, most: number, skipsLocked: boolean): Promise<SubjectRef[]> {
    const { rows } = await sql<SubjectRef>`
      select subject_type as "itemType", subject_id as "itemId" from moderation_subjects
      where owner_id = ${accountId} and open_reports_count > 0
      order by subject_type, subject_id limit ${most}
      for no key update ${skipsLocked ? sql`skip locked` : sql``}`.execute(tx);
    return rows;
  },

  /** Finds the comments of `ids` that have open reports, in the order in which subjects are locked, up to `most`. */
  async findOfComments(tx: Tx, ids: readonly string[], most: number): Promise<SubjectRef[]> {
    const { rows } = await sql<SubjectRef>`
      select subject_type as "itemType", subject_id as "itemId" from moderation_subjects
      where subject_type = 'Comment' and subject_id = any(${ids}::text[]) and open_reports_count > 0
      order by subject_id limit ${most}`.execute(tx);
    return rows;
  },
};
