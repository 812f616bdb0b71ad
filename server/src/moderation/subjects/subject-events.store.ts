import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { sql } from 'kysely';
import type { DbOrTx } from '../../lib/db/database.ts';
import { policyTitle } from '../reports/reports.store.ts';
import type { ModerationEventKind } from './apply-event.ts';
import { eventNote } from './event-note.store.ts';

/** Events that say whether a subject is there. */
const DELETIONS = sql`('taken_down', 'restored', 'deleted')`;

/** Events that change nothing of what a decision rests on: reports, what follows them by itself, and how the work is shared. */
const NOT_DECIDED_ON = [
  'letter_queued',
  'letter_sent',
  'assigned',
  'released',
  'noted',
  'note_removed',
  'tagged',
  'tag_removed',
  'reported',
  'report_deleted',
  'auto_hidden',
  'escalated',
  'reporter_muted',
  'reporter_unmuted',
] as const satisfies ModerationEventKind[];
/** Whether the system did it for somebody who only looks, and says until when, or as time passed: no history shows it. */
const isAutomatic = sql`(kind = 'escalated' or kind in ('assigned', 'released') and until is not null)`;

/** The decisions on a subject that were not undone. */
const validDecisions = ({ itemType, itemId }: SubjectRef) => sql`
  select d.id, d.actor_id, d.outcome, d.evidence_id, d.sealed_reasons, e.version, e.created_at, e.actor_name
  from moderation_events e join decisions d on d.id = e.decision_id
  where e.subject_type = ${itemType} and e.subject_id = ${itemId} and e.kind = 'decided' and d.undone_at is null`;

/** Look-ups of what has happened to subjects. */
export const subjectEventsStore = {
  /**
   * The newest `limit` events of a report and, since it was filed, of its subject as a whole, newest first, each with how
   * many there are. Claims by looking and escalations are none of them.
   */
  async findOfReport(
    db: DbOrTx,
    { itemType, itemId }: SubjectRef,
    { reportId, limit }: { reportId: string; limit: number },
  ): Promise<ReportEventRow[]> {
    const namedRule = sql`(select p.title from policy_versions p where p.key = policy_key and p.version = policy_version)`;
    const columns = sql`id, version, created_at, actor_id, actor_name, kind, from_status, to_status, decision_id,
      case kind when 'policy_named' then ${namedRule} else target_name end as target_name,
      ${eventNote('moderation_events')} as note`;
    const { rows } = await sql<ReportEventRow>`
      select e.*, d.id is not null as is_decision, d.undone_at is not null as is_undone, count(*) over () as total from (
        select ${columns} from moderation_events where report_id = ${reportId} and kind <> 'reported'
        union all
        select ${columns} from moderation_events
        where subject_type = ${itemType} and subject_id = ${itemId} and report_id is null and not ${isAutomatic} and version > coalesce((
          select version from moderation_events where report_id = ${reportId} and kind = 'reported'), 0)) e
      left join decisions d on d.id = e.decision_id and e.kind = 'decided'
      order by e.version desc limit ${limit}`.execute(db);
    return rows;
  },

  /** Whether a subject was changed after a version, or reported with other evidence than its last report up to that version. */
  async hasChangesSince(db: DbOrTx, { itemType, itemId }: SubjectRef, version: number): Promise<boolean> {
    const isOfSubject = sql`e.subject_type = ${itemType} and e.subject_id = ${itemId}`;
    const { rows } = await sql<{ hasChanges: boolean }>`
      select exists (
        select from moderation_events e
        where ${isOfSubject} and e.version > ${version} and e.kind <> all(${[...NOT_DECIDED_ON]}::text[])
          and not (e.kind = 'auto_closed' and e.actor_type = 'system')
      ) or exists (
        select from moderation_events e join reports r on r.id = e.report_id
        where ${isOfSubject} and e.version > ${version} and e.kind = 'reported' and r.snapshot_id is distinct from (
          select r.snapshot_id from moderation_events e join reports r on r.id = e.report_id
          where ${isOfSubject} and e.version <= ${version} and e.kind = 'reported'
          order by e.version desc limit 1)
      ) as "hasChanges"`.execute(db);
    return rows[0]?.hasChanges === true;
  },

  /**
   * The newest events of a subject but for claims by looking and escalations, newest first, with the titles of the rules that they
   * name; that of a filed report has its words and its reporter.
   */
  findNewest: (db: DbOrTx, { itemType, itemId }: SubjectRef, limit: number) =>
    db
      .selectFrom('moderation_events as e')
      .leftJoin('policy_versions as p', (join) =>
        join.onRef('p.key', '=', 'e.policy_key').onRef('p.version', '=', 'e.policy_version'),
      )
      .leftJoin('reports as r', (join) => join.onRef('r.id', '=', 'e.report_id').on('e.kind', '=', sql.lit('reported')))
      .leftJoin('users as reporter', 'reporter.id', 'r.reporter_id')
      .select(['r.reason', 'r.description', 'reporter.username as reporter_name', policyTitle.as('report_policy')])
      .select(['e.id', 'e.kind', 'e.created_at', 'e.actor_type', 'e.actor_id', 'e.actor_name', 'e.report_id'])
      .select(['e.decision_id', 'e.policy_key', 'e.policy_version', 'p.title as policy_title', 'e.until'])
      .select(eventNote('e').as('note'))
      .where('e.subject_type', '=', itemType)
      .where('e.subject_id', '=', itemId)
      .where(sql<boolean>`not ${isAutomatic}`)
      .orderBy('e.version', 'desc')
      .limit(limit)
      .execute(),

  /** The last event of these kinds that counts: those of decisions that were undone, and of their undoing, do not. */
  findLastValid: (db: DbOrTx, { itemType, itemId }: SubjectRef, kinds: readonly ModerationEventKind[]) =>
    db
      .selectFrom('moderation_events as e')
      .leftJoin('decisions as d', 'd.id', 'e.decision_id')
      .select(['e.kind', 'e.until', 'e.decision_id', 'e.version'])
      .where('e.subject_type', '=', itemType)
      .where('e.subject_id', '=', itemId)
      .where(
        'e.kind',
        'in',
        kinds.map((kind) => sql.lit(kind)),
      )
      .where('d.undone_at', 'is', null)
      .orderBy('e.version', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** The decision of the longest penalty of an account since it was last enabled; one that was undone does not count. */
  async findPenalty(db: DbOrTx, userId: string): Promise<{ decision_id: string | null } | undefined> {
    const ofAccount = sql`
      from moderation_events e left join decisions d on d.id = e.decision_id
      where e.subject_type = 'User' and e.subject_id = ${userId} and d.undone_at is null`;
    const { rows } = await sql<{ decision_id: string | null }>`
      select e.decision_id ${ofAccount} and e.kind in ('suspended', 'disabled') and e.version > coalesce((
        select max(e.version) ${ofAccount} and e.kind in ('enabled', 'unsuspended')), 0)
      order by e.until desc nulls first, e.version desc limit 1`.execute(db);
    return rows[0];
  },

  /** The newest event of these kinds that has changed a subject up to a version; undefined without one. */
  findLastUpTo: (
    db: DbOrTx,
    { itemType, itemId }: SubjectRef,
    { kinds, version }: { kinds: readonly ModerationEventKind[]; version: number },
  ) =>
    db
      .selectFrom('moderation_events')
      .select(['kind', 'version', 'until', 'assignee_id'])
      .where('subject_type', '=', itemType)
      .where('subject_id', '=', itemId)
      .where(
        'kind',
        'in',
        kinds.map((kind) => sql.lit(kind)),
      )
      .where('version', '<=', version)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** Whether an administrator has deleted a report. */
  async wasReportDeletedBy(db: DbOrTx, reportId: string, adminId: string): Promise<boolean> {
    const row = await db
      .selectFrom('moderation_events')
      .select('id')
      .where('report_id', '=', reportId)
      .where('kind', '=', sql.lit('report_deleted'))
      .where('actor_id', '=', adminId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** The version of the last event that set a report's status by itself. */
  async findLastStatusVersion(db: DbOrTx, reportId: string): Promise<number | undefined> {
    const row = await db
      .selectFrom('moderation_events')
      .select('version')
      .where('report_id', '=', reportId)
      .where('kind', '=', sql.lit('status_set'))
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.version;
  },

  /**
   * The decision that seals what is reported, and who made it: it found the same, unaltered, harmless for the same reason; it was not
   * undone, and no violation was found since.
   */
  async findSeal(
    db: DbOrTx,
    subject: SubjectRef,
    { evidenceId, reason }: { evidenceId: string; reason: string },
  ): Promise<Seal | undefined> {
    const { rows } = await sql<Seal>`
      with valid as (${validDecisions(subject)})
      select id as "decisionId", actor_id as "actorId" from valid
      where outcome = 'no_violation' and evidence_id = ${evidenceId} and ${reason} = any(sealed_reasons)
        and version > coalesce((select max(version) from valid where outcome = 'violation'), 0)
      order by version desc limit 1`.execute(db);
    return rows[0];
  },

  /**
   * How a subject was when its last open report was closed: by this decision, else by the last event that did.
   * @returns undefined where that was before due times, or where there is none
   */
  findLastClosing: (db: DbOrTx, { itemType, itemId }: SubjectRef, decisionId: string | null) =>
    db
      .selectFrom('moderation_events')
      .select(['decision_id', 'created_at', 'due_at', 'severity', 'record_closed', 'record_right'])
      .where('subject_type', '=', itemType)
      .where('subject_id', '=', itemId)
      .where('open_reports_change', '<', 0)
      .where('due_at', 'is not', null)
      .$if(decisionId !== null, (query) => query.where('decision_id', '=', decisionId))
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** When and by whom a subject was found harmless; undefined unless its last decision that counts says so. */
  async findHarmless(db: DbOrTx, subject: SubjectRef): Promise<{ at: Date; by: string } | undefined> {
    const { rows } = await sql<{ at: Date; by: string; outcome: string }>`
      select created_at as at, actor_name as by, outcome from (${validDecisions(subject)}) valid
      order by version desc limit 1`.execute(db);
    const [last] = rows;
    return last?.outcome === 'no_violation' ? { at: last.at, by: last.by } : undefined;
  },

  /** When an administrator last decided on a subject or brought its content back; null if that never happened. */
  async findLastReview(db: DbOrTx, { itemType, itemId }: SubjectRef): Promise<Date | null> {
    const ofKind = (kind: 'decided' | 'restored') => sql`(
      select created_at from moderation_events
      where subject_type = ${itemType} and subject_id = ${itemId} and kind = ${sql.lit(kind)}
      order by version desc limit 1)`;
    const { rows } = await sql<{ at: Date | null }>`
      select greatest(${ofKind('decided')}, ${ofKind('restored')}) as at`.execute(db);
    return rows[0]?.at ?? null;
  },

  /** The last event of each of these subjects that says whether it is there; a decision that was undone does not. */
  async findLastDeletions(db: DbOrTx, subjects: readonly SubjectRef[]): Promise<DeletionRow[]> {
    const { rows } = await sql<DeletionRow>`
      select e.* from unnest(${subjects.map(({ itemType }) => itemType)}::text[],
        ${subjects.map(({ itemId }) => itemId)}::text[]) as s(subject_type, subject_id)
      cross join lateral (
        select e.subject_type, e.subject_id, e.kind, e.actor_name, e.created_at, d.id as decision_id, p.title as policy_title
        from moderation_events e
        left join decisions d on d.id = e.decision_id
        left join policy_versions p on p.key = d.policy_key and p.version = d.policy_version
        where e.subject_type = s.subject_type and e.subject_id = s.subject_id and e.kind in ${DELETIONS}
          and d.undone_at is null
        order by e.version desc limit 1) e`.execute(db);
    return rows;
  },
};

export type ModerationEventRow = Awaited<ReturnType<typeof subjectEventsStore.findNewest>>[number];

/** The decision that closes what it found harmless, and the administrator who made it. */
export interface Seal {
  decisionId: string;
  actorId: string;
}

/** One line of a report's history. */
export interface ReportEventRow {
  id: string;
  created_at: Date;
  actor_id: string | null;
  actor_name: string | null;
  kind: string;
  from_status: string | null;
  to_status: string | null;
  target_name: string | null;
  note: string | null;
  decision_id: string | null;
  /** Whether it is a decision that can be undone, and was. */
  is_decision: boolean;
  is_undone: boolean;
  total: number;
}

/** The last event that says whether a subject is there. */
export interface DeletionRow {
  subject_type: string;
  subject_id: string;
  kind: string;
  actor_name: string | null;
  created_at: Date;
  decision_id: string | null;
  policy_title: string | null;
}
