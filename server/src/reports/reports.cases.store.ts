import { OPEN_REPORT_STATUSES } from '@hai-dang/contract/reports/reports.schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../lib/db/database.ts';
import { idLike } from '../lib/db/id-like.ts';
import type { ReportedThing } from './reports.listing.store.ts';
import { titleOfSnapshot } from './reports.store.ts';

/** What the lines that a batch leaves in the histories have in common. */
interface Batch {
  batchId: string;
  actor: { id: string; username: string };
  at: Date;
  note: string | null;
}

const openStatuses = sql.join(OPEN_REPORT_STATUSES.map((status) => sql.lit(status)));

/** Tells the history of each report in `changed` (id, former, status, version). */
const insertEvents = ({ batchId, actor, at, note }: Batch): RawBuilder<unknown> => sql`
  insert into report_events (id, report_id, created_at, actor_id, actor_name, kind, from_value, to_value, note, batch_id,
    version)
  select ${idLike(batchId)}, changed.id, ${at}::timestamptz, ${actor.id}, ${actor.username}, 'status', changed.former,
    changed.status, ${note}::text, ${batchId}, changed.version
  from changed`;

export const reportsCasesStore = {
  /**
   * Gives all open reports of a thing one status, if there are as many as expected, and tells their histories. One
   * statement, hence one view of what is open; the rows are locked in one order, so that two such changes wait for each
   * other and do not meet head on.
   * @returns how many are open, and how many of them were changed
   */
  async setOpenStatus(
    db: DbOrTx,
    { itemType, itemId }: ReportedThing,
    { status, expectedOpen, ...batch }: Batch & { status: string; expectedOpen: number },
  ): Promise<{ open: number; changed: number }> {
    const { rows } = await sql<{ open: number; changed: number }>`
      with waiting as materialized (
        select id, status, version from reports
        where item_type = ${itemType} and item_id = ${itemId} and status in (${openStatuses})
        order by id for no key update
      ), changed as (
        update reports r set status = ${status}, version = waiting.version + 1, updated_at = ${batch.at}
        from waiting
        where r.id = waiting.id and waiting.status <> ${status} and (select count(*) from waiting) = ${expectedOpen}
        returning r.id, waiting.status as former, r.status, r.version
      ), told as (${insertEvents(batch)})
      select (select count(*) from waiting) as open, (select count(*) from changed) as changed`.execute(db);
    return rows[0] ?? { open: 0, changed: 0 };
  },

  /** When a batch was made and what of, or undefined if none of its reports is left. */
  findBatch(db: DbOrTx, batchId: string) {
    return db
      .selectFrom('report_events as e')
      .innerJoin('reports as r', 'r.id', 'e.report_id')
      .select(['e.created_at', 'r.item_type', 'r.item_id'])
      .where('e.batch_id', '=', batchId)
      .limit(1)
      .executeTakeFirst();
  },

  /**
   * Gives the reports of a batch their former status, but for those changed since, and tells their histories.
   * @param batch what is made now; `formerBatchId` is what it takes back
   * @returns how many were changed
   */
  async restoreStatus(db: DbOrTx, formerBatchId: string, batch: Batch): Promise<number> {
    const { rows } = await sql<{ changed: number }>`
      with mine as materialized (
        select r.id, r.status, r.version, e.from_value as former
        from report_events e join reports r on r.id = e.report_id
        where e.batch_id = ${formerBatchId} and r.version = e.version
        order by r.id for no key update of r
      ), changed as (
        update reports r set status = mine.former, version = mine.version + 1, updated_at = ${batch.at}
        from mine where r.id = mine.id
        returning r.id, mine.status as former, r.status, r.version
      ), told as (${insertEvents(batch)})
      select count(*) as changed from changed`.execute(db);
    return rows[0]?.changed ?? 0;
  },

  /** The reports of a batch as targets of entries in the trail. */
  auditTargets: (batchId: string) => sql<{
    target_id: string;
    target_name: string;
    before: unknown;
    after: unknown;
  }>`
    select r.id as target_id, coalesce(${titleOfSnapshot}, r.item_id) as target_name,
      jsonb_build_object('status', e.from_value) as before,
      jsonb_strip_nulls(jsonb_build_object('status', e.to_value, 'note', e.note, 'batchId', e.batch_id)) as after
    from report_events e
    join reports r on r.id = e.report_id
    left join report_snapshots s on s.id = r.snapshot_id
    where e.batch_id = ${batchId}`,
};
export type ReportsCasesStore = typeof reportsCasesStore;
