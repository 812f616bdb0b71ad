import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import { isStillOpen, mayHaveOpen, openStatuses, type StatusMove, titleOfSnapshot } from '../reports/reports.store.ts';

/** The cause of a change of many reports: the decision, and the present version of their subject. */
interface BulkChange {
  decisionId: string;
  subjectVersion: number;
  at: Date;
}

/** An open report, as it is named to administrators. */
export interface OpenReport {
  reportId: string;
  reason: string;
  /** The title of the rule: that of the reason or the one that the report names, whichever is graver. */
  policy: string;
  severity: number | null;
  title: string;
  /** Null of an account. */
  owner: string | null;
}

/** The subject of these reports is locked. */
export const subjectReportsStore = {
  /** Open reports of a subject, `most` at the most. */
  async findOpenReports(tx: Tx, subject: SubjectRef, most: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select r.id from reports r where ${isStillOpen(subject)} order by r.id limit ${most}`.execute(tx);
    return rows.map(({ id }) => id);
  },

  /**
   * Sets one status on reports; those that have it already are left alone.
   * @returns how many went from which status to which
   */
  async setStatus(
    tx: Tx,
    ids: readonly string[],
    { status, decisionId, subjectVersion, at }: BulkChange & { status: string },
  ): Promise<StatusMove[]> {
    const { rows } = await sql<StatusMove>`
      with former as materialized (
        select id, status from reports where id = any(${ids}::text[]) and status <> ${status}
      ), changed as (
        update reports r set status = ${status}, version = r.version + 1, subject_version = ${subjectVersion}, updated_at = ${at},
          decision_id = ${decisionId}, status_before_decision = former.status
        from former where r.id = former.id
        returning former.status as former, r.status
      )
      select former as "from", status as "to", count(*) as count from changed group by 1, 2`.execute(tx);
    return rows;
  },

  /** The evidence of open reports of a subject, the newest first: those that name a rule, and of the others the newest of each reason. */
  async findOpenEvidence(
    tx: Tx,
    subject: SubjectRef,
  ): Promise<Array<{ evidenceId: string | null; reason: string; policy: string | null }>> {
    const { rows } = await sql<{ evidenceId: string | null; reason: string; policy: string | null }>`
      select reason, policy, "evidenceId" from (
        select f.reason, null as policy, newest.snapshot_id as "evidenceId", newest.created_at, newest.id from report_subject_facets f
        cross join lateral (
          select r.snapshot_id, r.created_at, r.id from reports r
          where ${isStillOpen(subject)} and r.status = f.status and r.reason = f.reason and r.policy_key is null
          order by r.created_at desc, r.id desc limit 1) newest
        where f.subject_type = ${subject.itemType} and f.subject_id = ${subject.itemId} and ${mayHaveOpen(subject)}
        union all
        select r.reason, r.policy_key, r.snapshot_id, r.created_at, r.id from reports r
        where ${isStillOpen(subject)} and r.policy_key is not null) shown
      order by created_at desc, id desc`.execute(tx);
    return rows;
  },

  /** The evidence of the newest report of a subject that has any; null where none has. */
  async findNewestEvidence(db: DbOrTx, { itemType, itemId }: SubjectRef): Promise<string | null> {
    const { rows } = await sql<{ id: string }>`
      select r.snapshot_id as id from report_subject_facets f join reports r on r.id = f.newest_id
      where f.subject_type = ${itemType} and f.subject_id = ${itemId} and r.snapshot_id is not null
      order by f.newest_at desc, f.newest_id desc limit 1`.execute(db);
    return rows[0]?.id ?? null;
  },

  /** The newest report of each of these subjects, with what its evidence calls the subject. */
  async findNewestReports(
    db: DbOrTx,
    refs: readonly SubjectRef[],
  ): Promise<Array<SubjectRef & { reportId: string; title: string | null }>> {
    const { rows } = await sql<SubjectRef & { reportId: string; title: string | null }>`
      select w.item_type as "itemType", w.item_id as "itemId", n.id as "reportId", n.title
      from unnest(${refs.map(({ itemType }) => itemType)}::text[], ${refs.map(({ itemId }) => itemId)}::text[])
        as w(item_type, item_id)
      cross join lateral (
        select r.id, ${titleOfSnapshot} as title from report_subject_facets f
        join reports r on r.id = f.newest_id left join report_snapshots s on s.id = r.snapshot_id
        where f.subject_type = w.item_type and f.subject_id = w.item_id
        order by f.newest_at desc, f.newest_id desc limit 1) n`.execute(db);
    return rows;
  },

  /** The newest open report of a subject, with its reason and rule, and what the subject is called. */
  async findNewestOpen(tx: Tx, { itemType, itemId }: SubjectRef): Promise<OpenReport | undefined> {
    const { rows } = await sql<OpenReport>`
      select f.newest_id as "reportId", f.reason, coalesce(p.title, f.reason) as policy, p.severity,
        coalesce(u.username, ${titleOfSnapshot}, f.subject_id) as title, o.username as owner
      from report_subject_facets f
      join reports r on r.id = f.newest_id
      left join report_snapshots s on s.id = r.snapshot_id
      left join lateral (
        select k.title, k.severity from policies k where k.key in (f.reason, r.policy_key)
        order by k.severity desc, k.key = r.policy_key desc limit 1) p on true
      left join users u on f.subject_type = 'User' and u.id = f.subject_id
      left join users o on f.subject_type <> 'User' and o.id = r.subject_owner_id
      where f.subject_type = ${itemType} and f.subject_id = ${itemId} and f.status in (${openStatuses})
      order by f.newest_at desc, f.newest_id desc limit 1`.execute(tx);
    return rows[0];
  },

  /** The name of somebody whose report of a subject is open. */
  async findReporterName(db: DbOrTx, subject: SubjectRef): Promise<string | undefined> {
    const { rows } = await sql<{ username: string }>`
      select u.username from reports r join users u on u.id = r.reporter_id
      where ${isStillOpen(subject)} limit 1`.execute(db);
    return rows[0]?.username;
  },

  /** The name of an account; what the evidence of the newest report calls content, or an account that is gone; null without either. */
  async findTitle(db: DbOrTx, { itemType, itemId }: SubjectRef): Promise<string | null> {
    const { rows } = await sql<{ title: string | null }>`
      select coalesce((select u.username from users u where ${itemType} = 'User' and u.id = ${itemId}), (
        select ${titleOfSnapshot} from report_subject_facets f
        join reports r on r.id = f.newest_id join report_snapshots s on s.id = r.snapshot_id
        where f.subject_type = ${itemType} and f.subject_id = ${itemId}
        order by f.newest_at desc, f.newest_id desc limit 1)) as title`.execute(db);
    return rows[0]?.title ?? null;
  },

  /**
   * Counts the other reports of those who reported a subject: of 50 reporters, those of open reports first, each one's
   * newest hundred.
   * @returns how many were closed, and of them how many were right
   */
  async countOthersOfReporters(
    db: DbOrTx,
    { itemType, itemId }: SubjectRef,
  ): Promise<{ closed: number; right: number }> {
    const { rows } = await sql<{ closed: number; right: number }>`
      select count(*)::int as closed, (count(*) filter (where o.status = 'resolved'))::int as right
      from (select distinct reporter_id from (
        select reporter_id from reports where subject_type = ${itemType} and subject_id = ${itemId}
        order by status, reason, created_at desc, id desc limit 50) r) p
      cross join lateral (
        select status, subject_type, subject_id from reports where reporter_id = p.reporter_id
        order by created_at desc, id desc limit 100) o
      where o.status in ('resolved', 'rejected') and (o.subject_type, o.subject_id) <> (${itemType}, ${itemId})`.execute(
      db,
    );
    return rows[0] ?? { closed: 0, right: 0 };
  },
};
