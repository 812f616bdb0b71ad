import type { SubjectRef } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { ModerationSubjects } from '../../lib/db/schema.generated.ts';
import type { ModerationEvent, ModerationEventKind, SubjectState } from './apply-event.ts';

/** Events that say whether a subject is there. */
const DELETIONS = sql`('taken_down', 'restored', 'deleted')`;

/** Events that change nothing of what a decision rests on. */
const NOT_DECIDED_ON = [
  'letter_sent',
  'assigned',
  'released',
  'noted',
  'note_removed',
  'tagged',
  'tag_removed',
] as const satisfies ModerationEventKind[];
/** What the system does for somebody who only looks: such an event says until when. */
const isAutomatic = sql`(kind in ('assigned', 'released') and until is not null)`;

/** The decisions on a subject that were not undone. */
const validDecisions = ({ itemType, itemId }: SubjectRef) => sql`
  select d.id, d.actor_id, d.outcome, d.evidence_id, d.sealed_reasons, e.version, e.created_at, e.actor_name
  from moderation_events e join decisions d on d.id = e.decision_id
  where e.subject_type = ${itemType} and e.subject_id = ${itemId} and e.kind = 'decided' and d.undone_at is null`;

export const subjectsStore = {
  /** A subject's state, locked until the transaction ends. It is made where there is none. */
  async lock(tx: Tx, { itemType, itemId }: SubjectRef, ownerId: string | null): Promise<SubjectState> {
    await tx
      .insertInto('moderation_subjects')
      .values({ subject_type: itemType, subject_id: itemId, owner_id: ownerId })
      .onConflict((conflict) => {
        const known = conflict.columns(['subject_type', 'subject_id']);
        if (ownerId === null) return known.doNothing();
        return known.doUpdateSet({ owner_id: ownerId }).where('moderation_subjects.owner_id', 'is', null);
      })
      .execute();
    const row = await tx
      .selectFrom('moderation_subjects')
      .selectAll()
      .where('subject_type', '=', itemType)
      .where('subject_id', '=', itemId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    return toState(row);
  },

  /** Stores an event and the state that it leads to, in one statement. */
  async insertEvent(
    tx: Tx,
    { itemType, itemId }: SubjectRef,
    id: string,
    event: ModerationEvent,
    state: SubjectState,
  ): Promise<void> {
    const { actor, changes = {}, due } = event;
    await tx
      .with('changed', (db) =>
        db
          .updateTable('moderation_subjects')
          .set({
            version: state.version,
            reports_count: state.reports,
            open_reports_count: state.openReports,
            pending_reports_count: state.pendingReports,
            reporters_count: state.reporters,
            open_appeals_count: state.openAppeals,
            taken_down_at: state.takenDownAt,
            kept_until: state.keptUntil,
            hidden_at: state.hiddenAt,
            severity: state.severity,
            record_closed: state.recordClosed,
            record_right: state.recordRight,
            due_at: state.dueAt,
            half_due_at: state.halfDueAt,
            priority: state.priority,
            assignee_id: state.assigneeId,
            assigned_at: state.assignedAt,
          })
          .where('subject_type', '=', itemType)
          .where('subject_id', '=', itemId),
      )
      .insertInto('moderation_events')
      .values({
        id,
        subject_type: itemType,
        subject_id: itemId,
        version: state.version,
        created_at: event.at,
        kind: event.kind,
        actor_type: actor.type,
        actor_id: actor.type === 'system' ? null : actor.id,
        actor_name: actor.type === 'administrator' ? actor.username : null,
        report_id: event.reportId ?? null,
        decision_id: event.decisionId ?? null,
        from_status: event.fromStatus ?? null,
        to_status: event.toStatus ?? null,
        target_name: event.targetName ?? null,
        note: event.note || null,
        policy_key: event.policy?.key ?? null,
        policy_version: event.policy?.version ?? null,
        until: event.until ?? null,
        assignee_id: event.assignee?.id ?? null,
        reports_change: changes.reports ?? 0,
        open_reports_change: changes.openReports ?? 0,
        pending_reports_change: changes.pendingReports ?? 0,
        reporters_change: changes.reporters ?? 0,
        open_appeals_change: changes.openAppeals ?? 0,
        due_at: due?.dueAt ?? null,
        severity: due?.severity ?? null,
        record_closed: due?.recordClosed ?? null,
        record_right: due?.recordRight ?? null,
      })
      .execute();
  },

  /**
   * The newest `limit` events of a report and, since it was filed, of its subject as a whole, newest first, each with how
   * many there are. Claims by looking are none of them.
   */
  async findOfReport(
    db: DbOrTx,
    { itemType, itemId }: SubjectRef,
    { reportId, limit }: { reportId: string; limit: number },
  ): Promise<ReportEventRow[]> {
    const columns = sql`id, created_at, actor_id, actor_name, kind, from_status, to_status, target_name, note, decision_id`;
    const { rows } = await sql<ReportEventRow>`
      select e.*, d.id is not null as is_decision, d.undone_at is not null as is_undone, count(*) over () as total from (
        select ${columns} from moderation_events where report_id = ${reportId} and kind <> 'reported'
        union all
        select ${columns} from moderation_events
        where subject_type = ${itemType} and subject_id = ${itemId} and report_id is null and not ${isAutomatic} and version > coalesce((
          select version from moderation_events where report_id = ${reportId} and kind = 'reported'), 0)) e
      left join decisions d on d.id = e.decision_id and e.kind = 'decided'
      order by e.created_at desc, e.id desc limit ${limit}`.execute(db);
    return rows;
  },

  /** A subject's state without locking it, or undefined where nothing has happened to it. */
  async find(
    db: DbOrTx,
    { itemType, itemId }: SubjectRef,
  ): Promise<(SubjectState & { ownerId: string | null }) | undefined> {
    const row = await db
      .selectFrom('moderation_subjects')
      .selectAll()
      .where('subject_type', '=', itemType)
      .where('subject_id', '=', itemId)
      .executeTakeFirst();
    return row && { ...toState(row), ownerId: row.owner_id };
  },

  /** An administrator who can work: the account is neither deleted nor disabled. */
  findAdministrator: (db: DbOrTx, id: string) =>
    db
      .selectFrom('users')
      .select(['id', 'username', 'avatar_url as avatarUrl'])
      .where('id', '=', id)
      .where('role', '=', 'admin')
      .where((row) => row.not(row.ref('is_disabled')))
      .executeTakeFirst(),

  /** Whether a subject has events after a version, but for letters that were sent, who handles it, and notes. */
  async hasEventsSince(db: DbOrTx, { itemType, itemId }: SubjectRef, version: number): Promise<boolean> {
    const row = await db
      .selectFrom('moderation_events')
      .select('id')
      .where('subject_type', '=', itemType)
      .where('subject_id', '=', itemId)
      .where('version', '>', version)
      .where('kind', 'not in', NOT_DECIDED_ON)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** The newest events of a subject but for claims by looking, newest first, with the titles of the rules that they name. */
  findNewest: (db: DbOrTx, { itemType, itemId }: SubjectRef, limit: number) =>
    db
      .selectFrom('moderation_events as e')
      .leftJoin('policy_versions as p', (join) =>
        join.onRef('p.key', '=', 'e.policy_key').onRef('p.version', '=', 'e.policy_version'),
      )
      .select(['e.id', 'e.kind', 'e.created_at', 'e.actor_type', 'e.actor_id', 'e.actor_name', 'e.report_id'])
      .select(['e.decision_id', 'e.policy_key', 'e.policy_version', 'p.title as policy_title', 'e.note', 'e.until'])
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
      .select(['e.kind', 'e.until', 'e.decision_id'])
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

  /** The event of a change of all open reports at once; undefined for a decision, which is undone as a whole. */
  findOfBulkChange: (db: DbOrTx, decisionId: string) =>
    db
      .selectFrom('moderation_events as e')
      .leftJoin('decisions as d', 'd.id', 'e.decision_id')
      .select(['e.created_at', 'e.subject_type', 'e.subject_id'])
      .where('e.decision_id', '=', decisionId)
      .where('d.id', 'is', null)
      .limit(1)
      .executeTakeFirst(),

  /** The last event of each of these subjects that says whether it is there. */
  async findLastDeletions(db: DbOrTx, subjects: readonly SubjectRef[]): Promise<DeletionRow[]> {
    const { rows } = await sql<DeletionRow>`
      select e.* from unnest(${subjects.map(({ itemType }) => itemType)}::text[],
        ${subjects.map(({ itemId }) => itemId)}::text[]) as s(subject_type, subject_id)
      cross join lateral (
        select subject_type, subject_id, kind, actor_name, created_at from moderation_events
        where subject_type = s.subject_type and subject_id = s.subject_id and kind in ${DELETIONS}
        order by version desc limit 1) e`.execute(db);
    return rows;
  },
};

const toState = (row: Selectable<ModerationSubjects>): SubjectState => ({
  version: row.version,
  reports: row.reports_count,
  openReports: row.open_reports_count,
  pendingReports: row.pending_reports_count,
  reporters: row.reporters_count,
  openAppeals: row.open_appeals_count,
  takenDownAt: row.taken_down_at,
  keptUntil: row.kept_until,
  hiddenAt: row.hidden_at,
  severity: row.severity,
  recordClosed: row.record_closed,
  recordRight: row.record_right,
  dueAt: row.due_at,
  halfDueAt: row.half_due_at,
  priority: row.priority,
  assigneeId: row.assignee_id,
  assignedAt: row.assigned_at,
});

export type ModerationEventRow = Awaited<ReturnType<typeof subjectsStore.findNewest>>[number];

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

interface DeletionRow {
  subject_type: string;
  subject_id: string;
  kind: string;
  actor_name: string | null;
  created_at: Date;
}
