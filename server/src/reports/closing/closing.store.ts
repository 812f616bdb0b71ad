import { OPEN_REPORT_STATUSES } from '@hai-dang/contract/reports/reports.schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../lib/db/database.ts';
import type { ReportSubject } from '../list/reports-list.store.ts';

export interface OpenReportRow extends ReportSubject {
  id: string;
}

const isOpen = sql`status in (${sql.join(OPEN_REPORT_STATUSES.map((status) => sql.lit(status)))})`;

/** Locks reports in the one order in which reports are locked. */
async function lock(tx: Tx, ids: RawBuilder<unknown>, skipsLocked: boolean): Promise<OpenReportRow[]> {
  const { rows } = await sql<OpenReportRow>`
    select id, subject_type as "itemType", subject_id as "itemId" from reports
    where id = any(array(${ids})) and ${isOpen}
    order by id for no key update ${skipsLocked ? sql`skip locked` : sql``}`.execute(tx);
  return rows;
}

export const reportsClosingStore = {
  /** Up to `most` open reports about an account, or about what it published. */
  lockOfAccount: (tx: Tx, accountId: string, most: number, skipsLocked: boolean): Promise<OpenReportRow[]> =>
    lock(
      tx,
      sql`(select id from reports where subject_owner_id = ${accountId} and ${isOpen} limit ${most})
        union (select id from reports where subject_type = 'User' and subject_id = ${accountId} and ${isOpen} limit ${most})
        limit ${most}`,
      skipsLocked,
    ),

  /** Up to `most` open reports about comments. */
  lockOfComments: (tx: Tx, ids: readonly string[], most: number): Promise<OpenReportRow[]> =>
    lock(
      tx,
      sql`select id from reports where subject_type = 'Comment' and subject_id = any(${ids}::text[]) and ${isOpen} limit ${most}`,
      false,
    ),
};
