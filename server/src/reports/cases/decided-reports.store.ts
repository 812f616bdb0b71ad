import type { SubjectRef } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import { closingCount, isInClosing } from '../reports.store.ts';

const COLUMNS = ['decision_id', 'subject_type', 'subject_id', 'status'] as const;

/** The open reports of a decided subject that are still to be closed. */
export type ClosingRow = Record<(typeof COLUMNS)[number], string>;

/** Changes need the subject locked. */
export const decidedReportsStore = {
  /** Covers what is open at a version of the subject, but for what former decisions are closing. */
  async insert(
    tx: Tx,
    { itemType, itemId }: SubjectRef,
    { decisionId, status, version, at }: { decisionId: string; status: string; version: number; at: Date },
  ): Promise<void> {
    await sql`
      insert into report_closings (decision_id, subject_type, subject_id, status, versions, created_at)
      select ${decisionId}, ${itemType}, ${itemId}, ${status},
        int4multirange(int4range(0, ${version}, '[]')) - coalesce(range_agg(versions), '{}'), ${at}
      from report_closings where subject_type = ${itemType} and subject_id = ${itemId}`.execute(tx);
  },

  find: (db: DbOrTx, decisionId: string): Promise<ClosingRow | undefined> =>
    db.selectFrom('report_closings').select(COLUMNS).where('decision_id', '=', decisionId).executeTakeFirst(),

  findAll: (db: DbOrTx): Promise<ClosingRow[]> => db.selectFrom('report_closings').select(COLUMNS).execute(),

  async delete(tx: Tx, decisionId: string): Promise<void> {
    await tx.deleteFrom('report_closings').where('decision_id', '=', decisionId).execute();
  },

  /** What is closing a report; undefined for one that is not waiting to be closed. */
  async findOfReport(tx: Tx, reportId: string): Promise<ClosingRow | undefined> {
    const { rows } = await sql<ClosingRow>`
      select ${sql.join(COLUMNS.map((column) => sql.ref(`c.${column}`)))}
      from reports r join report_closings c on ${isInClosing} where r.id = ${reportId}`.execute(tx);
    return rows[0];
  },

  /**
   * Some of the reports that wait to be closed, the oldest of a status and reason first: the newest keeps its place in the
   * list grouped by subject, and is found at once.
   */
  async findWaiting(tx: Tx, decisionId: string, most: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select r.id from report_closings c
      cross join lateral unnest(array['reviewing', 'pending']) as s(status)
      cross join lateral (
        select r.id from reports r
        where r.subject_type = c.subject_type and r.subject_id = c.subject_id and r.status = s.status
          and r.subject_version <@ c.versions
        order by r.reason desc, r.created_at, r.id limit ${most}) r
      where c.decision_id = ${decisionId} limit ${most}`.execute(tx);
    return rows.map(({ id }) => id);
  },

  /** How many reports wait to be closed, by their status. */
  async countWaiting(tx: Tx, decisionId: string): Promise<Array<{ status: string; count: number }>> {
    const { rows } = await sql<{ status: string; count: number }>`
      select r.status, count(*) as count from report_closings c join reports r on ${isInClosing}
      where c.decision_id = ${decisionId} group by 1`.execute(tx);
    return rows;
  },

  /** The same of a subject, whichever the decisions. */
  async countClosing(db: DbOrTx, { itemType, itemId }: SubjectRef): Promise<number> {
    const query = db.selectFrom('moderation_subjects as m').select(closingCount.as('closing'));
    const row = await query
      .where('m.subject_type', '=', itemType)
      .where('m.subject_id', '=', itemId)
      .executeTakeFirst();
    return row?.closing ?? 0;
  },
};
