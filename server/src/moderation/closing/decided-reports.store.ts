import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { ReportBulkChanges } from '../../lib/db/schema.generated.ts';
import {
  changesOf,
  closingCount,
  openStatuses,
  type StatusMove,
  undoneIds,
  updatingCount,
} from '../reports/reports.store.ts';

/** A change of many reports of a subject whose rows are not all changed yet. */
export type BulkChangeRow = Selectable<ReportBulkChanges>;

/** Changes need the subject locked. */
export const decidedReportsStore = {
  async insert(tx: Tx, change: Insertable<ReportBulkChanges>): Promise<void> {
    await tx.insertInto('report_bulk_changes').values(change).execute();
  },

  find: (db: DbOrTx, id: string): Promise<BulkChangeRow | undefined> =>
    db.selectFrom('report_bulk_changes').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Finds the changes of a subject, in their order. */
  findOfSubject: (tx: Tx, { itemType, itemId }: SubjectRef): Promise<BulkChangeRow[]> =>
    tx
      .selectFrom('report_bulk_changes')
      .selectAll()
      .where('subject_type', '=', itemType)
      .where('subject_id', '=', itemId)
      .orderBy('subject_version')
      .execute(),

  async findIds(db: DbOrTx): Promise<string[]> {
    const rows = await db.selectFrom('report_bulk_changes').select('id').execute();
    return rows.map(({ id }) => id);
  },

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.deleteFrom('report_bulk_changes').where('id', '=', id).execute();
  },

  /**
   * Some of the reports that the first change of a subject has not come to. Of those that get a status the oldest of a
   * status and reason first: the newest keeps its place in the list grouped by subject, and is found at once.
   */
  async findWaiting(
    tx: Tx,
    { subject_type, subject_id, subject_version, status, undone_id }: BulkChangeRow,
    most: number,
  ): Promise<string[]> {
    const ofUndone = sql`
      select id from reports where decision_id = ${undone_id} and subject_version <= ${subject_version} limit ${most}`;
    const open = sql`
      select r.id from unnest(array[${openStatuses}]) as s(status)
      cross join lateral (
        select r.id from reports r
        where r.subject_type = ${subject_type} and r.subject_id = ${subject_id} and r.status = s.status
          and r.subject_version <= ${subject_version}
        order by r.reason desc, r.created_at, r.id limit ${most}) r
      where s.status <> ${status} limit ${most}`;
    const { rows } = await sql<{ id: string }>`${undone_id === null ? open : ofUndone}`.execute(tx);
    return rows.map(({ id }) => id);
  },

  /** Brings one change to some reports. @returns those that it has changed */
  async apply(tx: Tx, { id }: BulkChangeRow, ids: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      with changed as materialized (
        select next.* from reports r join report_bulk_changes c on c.id = ${id}
        cross join lateral report_after_changes(r, array[c]) next
        where r.id = any(${ids}::text[]) and next.version > r.version)
      update reports r set status = next.status, version = next.version, subject_version = next.subject_version,
        updated_at = next.updated_at, decision_id = next.decision_id, status_before_decision = next.status_before_decision
      from changed next where r.id = next.id
      returning r.id`.execute(tx);
    return rows.map((row) => row.id);
  },

  /** Finds the moves of an undo for the reports of a decision, once all changes of the subject have come to them. */
  async findMovesOfUndo(tx: Tx, subject: SubjectRef, decisionId: string): Promise<StatusMove[]> {
    const { itemType, itemId } = subject;
    const changes = changesOf(itemType, itemId);
    // Usually no rows follow; then nothing is computed for each of what may be a hundred thousand.
    const { rows } = await sql<StatusMove>`
      select status as "from", status_before as "to", count(*) as count from (
        select r.status, r.status_before_decision as status_before from reports r
        where ${changes} is null and r.subject_type = ${itemType} and r.subject_id = ${itemId} and r.decision_id = ${decisionId}
        union all
        select (x.r).status, (x.r).status_before_decision from (
          select report_after_changes(r, ${changes}) as r from reports r
          where ${changes} is not null and r.subject_type = ${itemType} and r.subject_id = ${itemId}
            and (r.decision_id = ${decisionId} or r.status in (${openStatuses}) or r.decision_id = any(${undoneIds(subject)}))
          offset 0) x
        where (x.r).decision_id = ${decisionId}) moved
      group by 1, 2`.execute(tx);
    return rows;
  },

  /** How many rows of a subject follow: as closed, and with another status. */
  async countWaiting(db: DbOrTx, { itemType, itemId }: SubjectRef): Promise<{ closing: number; updating: number }> {
    const row = await db
      .selectFrom('moderation_subjects as m')
      .select([closingCount.as('closing'), updatingCount.as('updating')])
      .where('m.subject_type', '=', itemType)
      .where('m.subject_id', '=', itemId)
      .executeTakeFirst();
    return row ?? { closing: 0, updating: 0 };
  },
};
