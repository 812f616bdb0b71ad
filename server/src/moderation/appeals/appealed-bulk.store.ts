import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';

/** The decisions of an action on many subjects about one account. */
export interface BulkOfOwner {
  readonly bulkId: string;
  readonly ownerId: string;
}

const isStandingOf = ({ bulkId, ownerId }: BulkOfOwner) =>
  sql`bulk_id = ${bulkId} and owner_id = ${ownerId} and undone_at is null`;

/** Decisions of an action on many subjects that the letter objected to is about, beside its own. */
export const appealedBulkStore = {
  /** Undefined where an owner objects to a notice of one decision alone, and for any other appeal. */
  async find(db: DbOrTx, appealId: string): Promise<BulkOfOwner | undefined> {
    const { rows } = await sql<BulkOfOwner>`
      select d.bulk_id as "bulkId", d.owner_id as "ownerId"
      from appeals a join notices n on n.id = a.notice_id join decisions d on d.id = a.decision_id
      where a.id = ${appealId} and a.kind = 'owner' and n.message_id is not null
        and d.bulk_id is not null and d.owner_id is not null`.execute(db);
    return rows[0];
  },

  /** How many decisions of it stand, but for one. */
  async countStanding(db: DbOrTx, bulk: BulkOfOwner, exceptId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from decisions where ${isStandingOf(bulk)} and id <> ${exceptId}`.execute(db);
    return rows[0]?.count ?? 0;
  },

  /** The ids of the next `most` that stand, after one. */
  async findStanding(tx: Tx, bulk: BulkOfOwner, afterId: string, most: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from decisions where ${isStandingOf(bulk)} and id > ${afterId} order by id limit ${most}`.execute(tx);
    return rows.map(({ id }) => id);
  },
};
