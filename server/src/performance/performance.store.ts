import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../lib/db/database.ts';
import type { DayCounts, Dimension, FoldState } from './performance.fold.ts';
import { BUCKETS } from './performance.histogram.ts';

/** Events of one subject in one step: more follow in the next. */
const EVENTS_PER_SUBJECT = 1_000;

export interface UnfoldedSubject extends SubjectRef, FoldState {
  foldedVersion: number;
}

export interface EventRow {
  subject_type: string;
  subject_id: string;
  version: number;
  kind: string;
  created_at: Date;
  open_reports_change: number;
  actor_type: string;
  actor_id: string | null;
  actor_name: string | null;
  assignee_id: string | null;
  reason: string | null;
  policy_key: string | null;
  decision_actor_id: string | null;
  decision_policy_key: string | null;
}

export interface PeriodRow extends Omit<DayCounts, 'day'> {
  /** The name of an account or rule that is there. */
  present_name: string | null;
}

const namesOf = (subjects: readonly SubjectRef[]) => sql`
  unnest(${subjects.map(({ itemType }) => itemType)}::text[], ${subjects.map(({ itemId }) => itemId)}::text[])`;

/** A histogram of some rows together. */
const sumOf = (column: 'first_look' | 'closing') =>
  sql`array[${sql.join(Array.from({ length: BUCKETS }, (_, place) => sql`sum(${sql.ref(column)}[${sql.lit(place + 1)}])::int`))}]`;

/** A count of rows up to a limit, so that its cost has one. */
const cappedCount = (rows: ReturnType<typeof sql>, most: number) =>
  sql`(select count(*)::int from (${rows} limit ${most}) counted)`;

export const performanceStore = {
  /** Keeps other servers from folding until the transaction ends. @returns false where one does */
  async lockProgress(tx: Tx): Promise<boolean> {
    const row = await tx
      .selectFrom('performance_progress')
      .select('is_only')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    return row !== undefined;
  },

  setFolded: (tx: Tx, at: Date) => tx.updateTable('performance_progress').set({ folded_at: at }).execute(),

  readFoldedAt: async (db: DbOrTx): Promise<Date | null> =>
    (await db.selectFrom('performance_progress').select('folded_at').executeTakeFirst())?.folded_at ?? null,

  /** Subjects that may have events which are not folded yet. */
  async findUnfolded(tx: Tx, limit: number): Promise<UnfoldedSubject[]> {
    const { rows } = await sql<UnfoldedSubject>`
      select m.subject_type as "itemType", m.subject_id as "itemId", coalesce(p.folded_version, 0) as "foldedVersion",
        coalesce(p.open_reports, 0) as "openReports", p.opened_at as "openedAt", p.looked_at as "lookedAt", p.reason
      from (select subject_type, subject_id from moderation_subjects where folded_version < version
        order by subject_type, subject_id limit ${limit}) m
      left join performance_subjects p on p.subject_type = m.subject_type and p.subject_id = m.subject_id`.execute(tx);
    return rows;
  },

  /** Their next events, those of each in their order, `limit` in all. */
  async findEvents(tx: Tx, subjects: readonly UnfoldedSubject[], limit: number): Promise<EventRow[]> {
    const { rows } = await sql<EventRow>`
      select e.subject_type, e.subject_id, e.version, e.kind, e.created_at, e.open_reports_change, e.actor_type, e.actor_id,
        e.actor_name, e.assignee_id, r.reason, e.policy_key, d.actor_id as decision_actor_id, d.policy_key as decision_policy_key
      from unnest(${subjects.map(({ itemType }) => itemType)}::text[], ${subjects.map(({ itemId }) => itemId)}::text[],
        ${subjects.map(({ foldedVersion }) => foldedVersion)}::int[]) with ordinality as s(subject_type, subject_id, version, place)
      cross join lateral (
        select * from moderation_events
        where subject_type = s.subject_type and subject_id = s.subject_id and version > s.version
        order by version limit ${sql.lit(EVENTS_PER_SUBJECT)}) e
      left join reports r on r.id = e.report_id
      left join decisions d on d.id = e.decision_id
      order by s.place, e.version limit ${limit}`.execute(tx);
    return rows;
  },

  /** Adds to the daily totals. */
  async addDays(tx: Tx, days: readonly DayCounts[]): Promise<void> {
    const rows = days.map(({ autoClosed, firstLook, ...row }) => ({
      ...row,
      auto_closed: autoClosed,
      first_look: firstLook,
    }));
    await sql`
      insert into performance_days as d (dimension, key, day, name, filed, closed, auto_closed, decisions, objections, overturned,
        undone, first_look, closing)
      select dimension, key, day, name, filed, closed, auto_closed, decisions, objections, overturned, undone, first_look, closing
      from jsonb_populate_recordset(null::performance_days, ${JSON.stringify(rows)}::jsonb)
      on conflict (dimension, day, key) do update set name = coalesce(excluded.name, d.name), filed = d.filed + excluded.filed,
        closed = d.closed + excluded.closed, auto_closed = d.auto_closed + excluded.auto_closed,
        decisions = d.decisions + excluded.decisions, objections = d.objections + excluded.objections,
        overturned = d.overturned + excluded.overturned, undone = d.undone + excluded.undone,
        first_look = add_counts(d.first_look, excluded.first_look), closing = add_counts(d.closing, excluded.closing)`.execute(
      tx,
    );
  },

  /** Stores how far subjects are folded. One that is being changed meanwhile is looked at again, in vain. */
  async setStates(tx: Tx, subjects: readonly UnfoldedSubject[]): Promise<void> {
    const rows = subjects.map((subject) => ({
      subject_type: subject.itemType,
      subject_id: subject.itemId,
      folded_version: subject.foldedVersion,
      open_reports: subject.openReports,
      opened_at: subject.openedAt,
      looked_at: subject.lookedAt,
      reason: subject.reason,
    }));
    await sql`
      insert into performance_subjects select * from jsonb_populate_recordset(null::performance_subjects, ${JSON.stringify(rows)}::jsonb)
      on conflict (subject_type, subject_id) do update set folded_version = excluded.folded_version,
        open_reports = excluded.open_reports, opened_at = excluded.opened_at, looked_at = excluded.looked_at,
        reason = excluded.reason`.execute(tx);
    await sql`
      with free as materialized (
        select m.subject_type, m.subject_id from moderation_subjects m
        join ${namesOf(subjects)} as s(subject_type, subject_id) using (subject_type, subject_id)
        for no key update of m skip locked)
      update moderation_subjects m set folded_version = p.folded_version
      from free join performance_subjects p using (subject_type, subject_id)
      where m.subject_type = free.subject_type and m.subject_id = free.subject_id`.execute(tx);
  },

  /** The totals of a period, by dimension and key. */
  async readPeriod(db: DbOrTx, { from, to }: { from: string; to: string }): Promise<PeriodRow[]> {
    const { rows } = await sql<PeriodRow>`
      select d.*, coalesce(a.username, p.title) as present_name from (
        select dimension, key, max(name) as name, sum(filed)::int as filed, sum(closed)::int as closed,
          sum(auto_closed)::int as "autoClosed", sum(decisions)::int as decisions, sum(objections)::int as objections,
          sum(overturned)::int as overturned, sum(undone)::int as undone, ${sumOf('first_look')} as "firstLook",
          ${sumOf('closing')} as closing
        from performance_days where day between ${from}::date and ${to}::date group by dimension, key) d
      left join users a on d.dimension = 'administrator' and a.id = d.key
      left join policies p on d.dimension = 'policy' and p.key = d.key
      order by d.dimension, d.closed + d.decisions + d.filed desc, d.key`.execute(db);
    return rows;
  },

  /** The totals of each day of a period, oldest first; days without anything are left out. */
  async readDays(db: DbOrTx, { from, to }: { from: string; to: string }) {
    const dimension: Dimension = 'all';
    const { rows } = await sql<{ date: string; filed: number; closed: number }>`
      select to_char(day, 'YYYY-MM-DD') as date, filed, closed from performance_days
      where dimension = ${dimension} and day between ${from}::date and ${to}::date order by day`.execute(db);
    return rows;
  },

  /** Subjects with open reports by ranges of their due time: up to each of the bounds, and beyond the last; `most` each. */
  async countByDue(db: DbOrTx, bounds: readonly Date[], most: number): Promise<number[]> {
    const ranges = [...bounds, null].map((to, place) => {
      const from = bounds[place - 1];
      const isAfter = from ? sql`and due_at > ${from}` : sql``;
      const isUpTo = to ? sql`and due_at <= ${to}` : sql``;
      return cappedCount(sql`select from moderation_subjects where due_at is not null ${isAfter} ${isUpTo}`, most);
    });
    const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(ranges)}] as counts`.execute(db);
    return rows[0]?.counts ?? [];
  },

  /** The same by since when they are open: since each of the bounds, and before the last. */
  async countByAge(db: DbOrTx, bounds: readonly Date[], most: number): Promise<number[]> {
    const ranges = [...bounds, null].map((since, place) => {
      const before = bounds[place - 1];
      const isSince = since ? sql`and opened_at > ${since}` : sql``;
      const isBefore = before ? sql`and opened_at <= ${before}` : sql``;
      return cappedCount(
        sql`select from performance_subjects where opened_at is not null ${isSince} ${isBefore}`,
        most,
      );
    });
    const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(ranges)}] as counts`.execute(db);
    return rows[0]?.counts ?? [];
  },
};
