import { sql } from 'kysely';
import type { Db, Tx } from '../../lib/db/database.ts';
import { isNeeded } from './evidence.store.ts';

export const reportsRetentionStore = {
  /** Up to `most` pieces of evidence in the order of their ids, each with whether it is needed. */
  async findSnapshots(
    db: Db,
    afterId: string,
    { now, most }: { now: Date; most: number },
  ): Promise<Array<{ id: string; at: Date; isUsed: boolean }>> {
    const { rows } = await sql<{ id: string; at: Date; isUsed: boolean }>`
      select s.id, s.created_at as at, ${isNeeded(now)} as "isUsed"
      from (select id, created_at from report_snapshots where id > ${afterId} order by id limit ${most}) s
      order by s.id`.execute(db);
    return rows;
  },

  /** Purges those of these snapshots that are not needed. @returns how many */
  async purgeUnused(tx: Tx, ids: readonly string[], now: Date): Promise<number> {
    // Lock before checking references, as createReport does: a concurrent one then either is visible or inserts it again.
    await sql`select id from report_snapshots where id = any(${ids}) order by id for update`.execute(tx);
    const { numAffectedRows } = await sql`
      delete from report_snapshots s where s.id = any(${ids})
        and not ${isNeeded(now)}`.execute(tx);
    return Number(numAffectedRows ?? 0);
  },
};
