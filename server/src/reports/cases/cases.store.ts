import { OPEN_REPORT_STATUSES } from '@hai-dang/contract/reports/reports.schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../lib/db/database.ts';
import { uuidV7At } from '../../lib/db/sql-expressions.ts';
import type { ReportSubject } from '../list/reports-list.store.ts';
import { revisionOfReports, titleOfSnapshot } from '../reports.store.ts';

/** What the lines that a batch leaves in the histories have in common. */
interface Batch {
  batchId: string;
  actor: { id: string; username: string };
  at: Date;
  note: string | null;
}

const openStatuses = sql.join(OPEN_REPORT_STATUSES.map((status) => sql.lit(status)));

/** Inserts a history entry for each report in `changed` (id, former, status, version). */
const insertEvents = ({ batchId, actor, at, note }: Batch): RawBuilder<unknown> => sql`
  insert into report_events (id, report_id, created_at, actor_id, actor_name, kind, from_value, to_value, note, batch_id,
    version)
  select ${uuidV7At(batchId)}, changed.id, ${at}::timestamptz, ${actor.id}, ${actor.username}, 'status', changed.former,
    changed.status, ${note}::text, ${batchId}, changed.version
  from changed`;

const idsOf = async (db: DbOrTx, locked: RawBuilder<{ id: string }>): Promise<string[]> => {
  const { rows } = await sql<{ ids: string[] | null }>`select array_agg(id) as ids from (${locked}) locked`.execute(db);
  return rows[0]?.ids ?? [];
};

/** All rows are locked in one order, so that two such changes wait for each other and do not meet head on. */
export const reportsCasesStore = {
  /** The open reports of a subject, locked until the transaction ends: one view of what is open. */
  async lockOpenReports(
    db: DbOrTx,
    { itemType, itemId }: ReportSubject,
  ): Promise<{ ids: string[]; pending: number; revision: string | null }> {
    const { rows } = await sql<{ ids: string[] | null; pending: number; revision: string | null }>`
      select array_agg(id) as ids, count(*) filter (where status = 'pending') as pending, ${revisionOfReports} as revision
      from (
        select id, status, version from reports
        where subject_type = ${itemType} and subject_id = ${itemId} and status in (${openStatuses})
        order by id for no key update) locked`.execute(db);
    const [locked] = rows;
    return { ids: locked?.ids ?? [], pending: locked?.pending ?? 0, revision: locked?.revision ?? null };
  },

  /**
   * Sets one status on locked reports and records it in their histories; those that have it already are left alone.
   * @returns how many were changed
   */
  async setStatus(
    db: DbOrTx,
    ids: readonly string[],
    { status, ...batch }: Batch & { status: string },
  ): Promise<number> {
    const { rows } = await sql<{ changed: number }>`
      with former as materialized (
        select id, status, version from reports where id = any(${ids}::text[]) and status <> ${status}
      ), changed as (
        update reports r set status = ${status}, version = former.version + 1, updated_at = ${batch.at}
        from former where r.id = former.id
        returning r.id, former.status as former, r.status, r.version
      ), told as (${insertEvents(batch)})
      select count(*) as changed from changed`.execute(db);
    return rows[0]?.changed ?? 0;
  },

  /** When a batch was made and what of, or undefined if none of its reports is left. */
  findBatch(db: DbOrTx, batchId: string) {
    return db
      .selectFrom('report_events as e')
      .innerJoin('reports as r', 'r.id', 'e.report_id')
      .select(['e.created_at', 'r.subject_type', 'r.subject_id'])
      .where('e.batch_id', '=', batchId)
      .limit(1)
      .executeTakeFirst();
  },

  /** The reports of a batch that have not changed since, locked until the transaction ends. */
  lockBatch: (db: DbOrTx, batchId: string): Promise<string[]> =>
    idsOf(
      db,
      sql`select r.id from report_events e join reports r on r.id = e.report_id
        where e.batch_id = ${batchId} and r.version = e.version
        order by r.id for no key update of r`,
    ),

  /**
   * Sets locked reports back to the status before a batch, and records it in their histories.
   * @param batch what is made now; `formerBatchId` is what it takes back
   * @returns how many were changed
   */
  async restoreStatus(
    db: DbOrTx,
    ids: readonly string[],
    { formerBatchId, ...batch }: Batch & { formerBatchId: string },
  ): Promise<number> {
    const { rows } = await sql<{ changed: number }>`
      with former as materialized (
        select r.id, r.status, r.version, e.from_value
        from reports r join report_events e on e.report_id = r.id and e.version = r.version
        where r.id = any(${ids}::text[]) and e.batch_id = ${formerBatchId}
      ), changed as (
        update reports r set status = former.from_value, version = former.version + 1, updated_at = ${batch.at}
        from former where r.id = former.id
        returning r.id, former.status as former, r.status, r.version
      ), told as (${insertEvents(batch)})
      select count(*) as changed from changed`.execute(db);
    return rows[0]?.changed ?? 0;
  },

  /** Those of these reports that a batch has changed, as targets of entries in the audit log. */
  auditTargets: (batchId: string, ids: readonly string[]) => sql<{
    target_id: string;
    target_name: string;
    before: unknown;
    after: unknown;
  }>`
    select r.id as target_id, coalesce(${titleOfSnapshot}, r.subject_id) as target_name,
      jsonb_build_object('status', e.from_value) as before,
      jsonb_strip_nulls(jsonb_build_object('status', e.to_value, 'note', e.note, 'batchId', e.batch_id)) as after
    from report_events e
    join reports r on r.id = e.report_id
    left join report_snapshots s on s.id = r.snapshot_id
    where e.batch_id = ${batchId} and e.report_id = any(${ids}::text[])`,
};
