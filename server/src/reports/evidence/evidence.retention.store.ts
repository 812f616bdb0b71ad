import { sql } from 'kysely';
import type { Db, Tx } from '../../lib/db/database.ts';

export const reportsRetentionStore = {
  /** Up to `most` pieces of evidence in the order of their ids, each with whether a report rests on it. */
  async findSnapshots(
    db: Db,
    afterId: string,
    most: number,
  ): Promise<Array<{ id: string; at: Date; isUsed: boolean }>> {
    const { rows } = await sql<{ id: string; at: Date; isUsed: boolean }>`
      select s.id, s.created_at as at, exists (select from reports r where r.snapshot_id = s.id) as "isUsed"
      from (select id, created_at from report_snapshots where id > ${afterId} order by id limit ${most}) s
      order by s.id`.execute(db);
    return rows;
  },

  /** Purges those of these snapshots that no report references. @returns how many */
  async purgeUnused(tx: Tx, ids: readonly string[]): Promise<number> {
    // Lock before checking references, as createReport does: a concurrent one then either is visible or inserts it again.
    await sql`select id from report_snapshots where id = any(${ids}) order by id for update`.execute(tx);
    const { numAffectedRows } = await sql`
      delete from report_snapshots s where s.id = any(${ids})
        and not exists (select from reports r where r.snapshot_id = s.id)`.execute(tx);
    return Number(numAffectedRows ?? 0);
  },
};
