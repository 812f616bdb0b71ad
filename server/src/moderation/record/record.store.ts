import type { RecordCounts } from '@hai-dang/contract/moderation/record-counts.schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '../../lib/db/database.ts';

export const recordStore = {
  /** The newest decisions on an account and on what it published, each with how many there are. */
  async findDecisions(db: DbOrTx, ownerId: string, limit: number): Promise<RecordedDecisionRow[]> {
    const { rows } = await sql<RecordedDecisionRow>`
      select d.id, d.subject_type, d.subject_id, d.outcome, d.policy_key, d.policy_version, p.title as policy_title, d.points,
        d.points_expire_at, d.actions, d.suspended_until, d.actor_id, made.actor_name, taken.target_name, d.created_at,
        d.undone_at, undone.actor_id as undone_by_id, undone.actor_name as undone_by_name, undone.note as undone_reason,
        undone.kind = 'appeal_overturned' as is_appeal, d.total
      from (
        select *, count(*) over () as total from decisions where owner_id = ${ownerId}
        order by created_at desc, id desc limit ${limit}) d
      left join policy_versions p on p.key = d.policy_key and p.version = d.policy_version
      left join lateral (${eventOf(sql`('decided')`)}) made on true
      left join lateral (${eventOf(sql`('taken_down')`)}) taken on true
      left join lateral (${eventOf(sql`('decision_undone', 'appeal_overturned')`)}) undone on true
      order by d.created_at desc, d.id desc`.execute(db);
    return rows;
  },

  /** The points of accounts that count at a time, and the open reports of each and of what it published. */
  async findCounts(db: DbOrTx, ids: readonly string[], at: Date): Promise<RecordCounts[]> {
    const { rows } = await sql<RecordCounts>`
      select wanted.id as "_id",
        (select coalesce(sum(points), 0)::int from decisions
          where owner_id = wanted.id and points_expire_at > ${at} and undone_at is null and points > 0) as points,
        (select coalesce(sum(open_reports_count), 0)::int from moderation_subjects
          where owner_id = wanted.id and open_reports_count > 0) as "openReports"
      from unnest(${ids}::text[]) as wanted (id)`.execute(db);
    return rows;
  },

  /** The reports of an account and of what it published: from its subjects, which have them counted. */
  async countReportsAbout(db: DbOrTx, ownerId: string): Promise<{ total: number; open: number }> {
    return await db
      .selectFrom('moderation_subjects')
      .select([
        sql<number>`coalesce(sum(reports_count), 0)::int`.as('total'),
        sql<number>`coalesce(sum(open_reports_count), 0)::int`.as('open'),
      ])
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow();
  },

  /** The reports that an account has filed. */
  async countReportsBy(
    db: DbOrTx,
    reporterId: string,
  ): Promise<{ total: number; resolved: number; rejected: number; unread: number }> {
    const { rejected, ...counts } = await db
      .selectFrom('reports')
      .select([
        sql<number>`count(*)::int`.as('total'),
        sql<number>`(count(*) filter (where status = 'resolved'))::int`.as('resolved'),
        sql<number>`(count(*) filter (where status = 'rejected'))::int`.as('rejected'),
        // Apart: the index of the others does not have it.
        sql<number>`(select count(*)::int from reports m
          where m.reporter_id = ${reporterId} and m.is_muted and m.status = 'rejected')`.as('unread'),
      ])
      .where('reporter_id', '=', reporterId)
      .executeTakeFirstOrThrow();
    return { ...counts, rejected: rejected - counts.unread };
  },

  /** The event by which an account is muted as a reporter; undefined for one that is not. */
  async findMuting(db: DbOrTx, userId: string): Promise<MutingRow | undefined> {
    return await db
      .selectFrom('moderation_subjects as m')
      .innerJoin('moderation_events as e', (join) =>
        join
          .onRef('e.subject_type', '=', 'm.subject_type')
          .onRef('e.subject_id', '=', 'm.subject_id')
          .on('e.kind', '=', 'reporter_muted'),
      )
      .select(['e.actor_id', 'e.actor_name', 'e.created_at'])
      .where('m.subject_type', '=', 'User')
      .where('m.subject_id', '=', userId)
      .where('m.muted_at', 'is not', null)
      .orderBy('e.version', 'desc')
      .limit(1)
      .executeTakeFirst();
  },

  /** The account's own appeals that somebody decided; a reporter's requests for another look are none. */
  async countAppeals(db: DbOrTx, userId: string): Promise<{ decided: number; won: number }> {
    return await db
      .selectFrom('appeals')
      .select([
        sql<number>`count(*)::int`.as('decided'),
        sql<number>`(count(*) filter (where outcome = 'overturned'))::int`.as('won'),
      ])
      .where('user_id', '=', userId)
      .where('kind', '=', sql.lit('owner'))
      .where('outcome', 'in', ['upheld', 'overturned'])
      .executeTakeFirstOrThrow();
  },
};

/** The last event of these kinds of the decision `d`. */
const eventOf = (kinds: RawBuilder<unknown>) => sql`
  select kind, actor_id, actor_name, target_name, note from moderation_events
  where decision_id = d.id and kind in ${kinds} order by created_at desc, id desc limit 1`;

export interface MutingRow {
  actor_id: string | null;
  actor_name: string | null;
  created_at: Date;
}

export interface RecordedDecisionRow {
  id: string;
  subject_type: string;
  subject_id: string;
  outcome: 'violation' | 'no_violation';
  policy_key: string | null;
  policy_version: number | null;
  policy_title: string | null;
  points: number;
  points_expire_at: Date | null;
  actions: string[];
  suspended_until: Date | null;
  actor_id: string;
  actor_name: string | null;
  target_name: string | null;
  created_at: Date;
  undone_at: Date | null;
  undone_by_id: string | null;
  undone_by_name: string | null;
  undone_reason: string | null;
  is_appeal: boolean | null;
  total: number;
}
