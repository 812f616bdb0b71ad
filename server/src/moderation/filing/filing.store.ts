import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { type Insertable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { Reports } from '../../lib/db/schema.generated.ts';
import { isStillOpen, mayHaveOpen, selectSettled } from '../reports/reports.store.ts';

/** The newest reports that count for a reporter's record: what was done long ago does not. */
const RECORD_REPORTS = 20;

interface ReporterRecord {
  recordClosed: number;
  recordRight: number;
  mutedAt: Date | null;
}

export const reportsFilingStore = {
  /** Locks the reporter until the transaction ends, which serialises the reports of one account. */
  lockReporter(tx: Tx, id: string) {
    return tx
      .selectFrom('users')
      .select(['id', 'username', 'email', 'avatar_url', 'is_disabled'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
  },

  /** When the `count`-th newest report of an account since a time was filed, or undefined if there are fewer. */
  async nthNewestCreatedAt(db: DbOrTx, reporterId: string, count: number, since: Date): Promise<Date | undefined> {
    const row = await db
      .selectFrom('reports')
      .select('created_at')
      .where('reporter_id', '=', reporterId)
      .where('created_at', '>', since)
      .orderBy('created_at', 'desc')
      .offset(count - 1)
      .limit(1)
      .executeTakeFirst();
    return row?.created_at;
  },

  /** The report that a reporter has filed under a key. */
  findByClientKey: (db: DbOrTx, reporterId: string, clientKey: string) =>
    selectSettled(db, sql`r.reporter_id = ${reporterId} and r.client_key = ${clientKey}`).executeTakeFirst(),

  /** A reporter's newest report of a subject that still waits for a decision. */
  findOpen: (db: DbOrTx, reporterId: string, subject: SubjectRef) =>
    selectSettled(db, sql`r.reporter_id = ${reporterId} and ${isStillOpen(subject)}`)
      .orderBy('r.id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** A reporter's newest report of a subject that has closed itself because the reporter was muted. */
  findMuted: (tx: Tx, reporterId: string, { itemType, itemId }: SubjectRef) =>
    selectSettled(
      tx,
      sql`r.reporter_id = ${reporterId} and r.subject_type = ${itemType} and r.subject_id = ${itemId} and r.is_muted`,
    )
      .orderBy('r.id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** A reporter's report that has closed itself by a decision, and is still closed by it. */
  findSelfClosed: (tx: Tx, reporterId: string, decisionId: string) =>
    selectSettled(
      tx,
      sql`r.reporter_id = ${reporterId} and r.decision_id = ${decisionId} and exists (
        select from moderation_events e where e.report_id = r.id and e.kind = 'auto_closed')`,
    )
      .orderBy('r.id')
      .limit(1)
      .executeTakeFirst(),

  /**
   * Counts, of the newest twenty reports of a reporter, those that were closed, and of these those that were right; nobody has
   * looked at those that closed themselves because the reporter was muted. Says since when the reporter is.
   */
  async findReporterRecord(db: DbOrTx, reporterId: string): Promise<ReporterRecord> {
    const { rows } = await sql<ReporterRecord>`
      select (count(*) filter (where status in ('resolved', 'rejected')))::int as "recordClosed",
        (count(*) filter (where status = 'resolved'))::int as "recordRight",
        (select muted_at from moderation_subjects where subject_type = 'User' and subject_id = ${reporterId}) as "mutedAt"
      from (
        select status from reports where reporter_id = ${reporterId} and not is_muted
        order by created_at desc, id desc limit ${sql.lit(RECORD_REPORTS)}) newest`.execute(db);
    return rows[0] ?? { recordClosed: 0, recordRight: 0, mutedAt: null };
  },

  /** How many different reporters have filed an open report of a subject since a time; more than `most` are not counted. */
  async countReporters(tx: Tx, subject: SubjectRef, { since, most }: { since: Date; most: number }): Promise<number> {
    const { rows } = await sql<{ reporters: number }>`
      select count(distinct x.reporter_id)::int as reporters from report_subject_facets f
      cross join lateral (
        select r.reporter_id from reports r
        where ${isStillOpen(subject)} and r.status = f.status and r.reason = f.reason and r.created_at > ${since}
        order by r.created_at desc, r.id desc limit ${most}) x
      where f.subject_type = ${subject.itemType} and f.subject_id = ${subject.itemId} and ${mayHaveOpen(subject)}`.execute(
      tx,
    );
    return rows[0]?.reporters ?? 0;
  },

  async insert(tx: Tx, report: Insertable<Reports>): Promise<void> {
    await tx.insertInto('reports').values(report).execute();
  },
};
