import { ESCALATED_SEVERITY_MAX } from '@hai-dang/contract/moderation/priority.ts';
import type { SubjectRef } from '@hai-dang/contract/moderation/subjects.schema.ts';
import { type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { ModerationEvents, ModerationSubjects } from '../../lib/db/schema.generated.ts';
import { type ModerationEvent, NEW_SUBJECT, type SubjectState } from './apply-event.ts';
import { toSubjectRef } from './subjects.mapper.ts';

const EVENTS_PER_FETCH = 5_000;

export const subjectsStore = {
  /** A subject's state, locked until the transaction ends. It is made where there is none. */
  async lock(
    tx: Tx,
    { itemType, itemId }: SubjectRef,
    ownerId: string | null,
  ): Promise<{ state: SubjectState; ownerId: string | null }> {
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
    return { state: toState(row), ownerId: row.owner_id };
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
          .set(toRow(state))
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
        note_id: event.noteId ?? null,
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

  /** Lets nobody change a subject until the transaction ends, and forgets those to which nothing has happened. */
  async lockAll(db: DbOrTx): Promise<void> {
    await sql`lock table moderation_subjects in exclusive mode`.execute(db);
    await sql`
      delete from moderation_subjects m where not exists (
        select from moderation_events e where e.subject_type = m.subject_type and e.subject_id = m.subject_id)`.execute(
      db,
    );
  },

  /**
   * The events of all subjects, one subject after the other, each in its order; a few at a time are in memory. Who owns content
   * is what its reports say.
   */
  async *readEvents(db: DbOrTx): AsyncGenerator<ReplayedEvent> {
    await sql`
      declare replayed_events no scroll cursor for
      select e.subject_type, e.subject_id, e.kind, e.created_at, e.until, e.assignee_id, e.reports_change, e.open_reports_change,
        e.pending_reports_change, e.reporters_change, e.open_appeals_change, e.due_at, e.severity, e.record_closed, e.record_right,
        case e.subject_type when 'User' then e.subject_id else o.owner_id end as owner_id
      from moderation_events e left join (
        select subject_type, subject_id, max(subject_owner_id) as owner_id from reports group by 1, 2) o
        on o.subject_type = e.subject_type and o.subject_id = e.subject_id
      order by e.subject_type, e.subject_id, e.version`.execute(db);
    for (;;) {
      const { rows } = await sql<ReplayedEvent>`fetch ${sql.lit(EVENTS_PER_FETCH)} from replayed_events`.execute(db);
      yield* rows;
      if (rows.length < EVENTS_PER_FETCH) break;
    }
    await sql`close replayed_events`.execute(db);
  },

  /** Stores the states of subjects, those that have no row included. */
  async storeStates(
    db: DbOrTx,
    subjects: ReadonlyArray<{ ref: SubjectRef; ownerId: string | null; state: SubjectState }>,
  ): Promise<void> {
    const rows = subjects.map(({ ref, ownerId, state }) => ({
      subject_type: ref.itemType,
      subject_id: ref.itemId,
      owner_id: ownerId,
      ...toRow(state),
    }));
    await db
      .insertInto('moderation_subjects')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['subject_type', 'subject_id'])
          .doUpdateSet(Object.fromEntries(STATE_COLUMNS.map((name) => [name, sql.ref<never>(`excluded.${name}`)]))),
      )
      .execute();
  },

  /** Open subjects that were due before a time and are not escalated, but could be: those of the earliest first. */
  findToEscalate: (
    db: DbOrTx,
    dueBefore: Date,
    { skip, most }: { skip: number; most: number },
  ): Promise<SubjectRow[]> =>
    db
      .selectFrom('moderation_subjects')
      .select(['subject_type', 'subject_id'])
      .where('due_at', '<=', dueBefore)
      .where('escalated_at', 'is', null)
      .where(sql<boolean>`severity <= ${sql.lit(ESCALATED_SEVERITY_MAX)}`)
      .orderBy('due_at')
      .offset(skip)
      .limit(most)
      .execute(),

  /** Some open subjects with a negative priority, the highest first, locked until the transaction ends; not those that others hold. */
  async lockNegative(db: DbOrTx, most: number): Promise<Array<{ ref: SubjectRef; state: SubjectState }>> {
    const rows = await db
      .selectFrom('moderation_subjects')
      .selectAll()
      .where('priority', '<', 0)
      .orderBy('priority', 'desc')
      .limit(most)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    return rows.map((row) => ({ ref: toSubjectRef(row), state: toState(row) }));
  },

  async setPriorities(tx: Tx, subjects: ReadonlyArray<{ ref: SubjectRef; priority: number }>): Promise<void> {
    await sql`
      update moderation_subjects m set priority = p.priority
      from unnest(${subjects.map(({ ref }) => ref.itemType)}::text[], ${subjects.map(({ ref }) => ref.itemId)}::text[],
        ${subjects.map(({ priority }) => priority)}::int[]) as p(item_type, item_id, priority)
      where m.subject_type = p.item_type and m.subject_id = p.item_id`.execute(tx);
  },

  /**
   * Whether an administrator has reported a subject, whether another administrator is active, and who took it down last; null
   * for the system, and where nobody did.
   */
  async findJudge(
    tx: Tx,
    { itemType, itemId }: SubjectRef,
    adminId: string,
  ): Promise<{ hasReported: boolean; hasOthers: boolean; takenDownBy: string | null } | undefined> {
    const { rows } = await sql<{ hasReported: boolean; hasOthers: boolean; takenDownBy: string | null }>`
      select
        exists (select from reports
          where reporter_id = ${adminId} and subject_type = ${itemType} and subject_id = ${itemId}) as "hasReported",
        exists (select from users where role = 'admin' and not is_disabled and id <> ${adminId}) as "hasOthers",
        (select actor_id from moderation_events
          where subject_type = ${itemType} and subject_id = ${itemId} and kind in ('taken_down', 'auto_hidden')
          order by version desc limit 1) as "takenDownBy"`.execute(tx);
    return rows[0];
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

  /** An account and its content, as far as reports of them are open. */
  async findOpenOfOwner(
    db: DbOrTx,
    ownerId: string,
    most: number,
  ): Promise<Array<{ ref: SubjectRef; openReports: number }>> {
    const { rows } = await sql<SubjectRef & { openReports: number }>`
      select subject_type as "itemType", subject_id as "itemId", open_reports_count as "openReports"
      from moderation_subjects where owner_id = ${ownerId} and open_reports_count > 0
      order by subject_type, subject_id limit ${most}`.execute(db);
    return rows.map(({ itemType, itemId, openReports }) => ({ ref: { itemType, itemId }, openReports }));
  },

  /** The open reports of what an account published, and of how much of it; those of the account itself are left out. */
  async countOpenOfContent(db: DbOrTx, ownerId: string): Promise<{ open: number; subjects: number }> {
    const { rows } = await sql<{ open: number; subjects: number }>`
      select coalesce(sum(open_reports_count), 0)::int as open, count(*)::int as subjects
      from moderation_subjects where owner_id = ${ownerId} and open_reports_count > 0 and subject_type <> 'User'`.execute(
      db,
    );
    return rows[0] ?? { open: 0, subjects: 0 };
  },

  /** How many reports of these subjects are open. */
  async countOpenReports(db: DbOrTx, refs: readonly SubjectRef[]): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select coalesce(sum(m.open_reports_count), 0)::int as count
      from unnest(${refs.map(({ itemType }) => itemType)}::text[], ${refs.map(({ itemId }) => itemId)}::text[])
        as r(item_type, item_id)
      join moderation_subjects m on m.subject_type = r.item_type and m.subject_id = r.item_id`.execute(db);
    return rows[0]?.count ?? 0;
  },

  /** How many of these subjects other administrators handle who can work, and the names of those. */
  async countHeld(
    db: DbOrTx,
    refs: readonly SubjectRef[],
    exceptId: string,
  ): Promise<{ total: number; names: string[] }> {
    const { rows } = await sql<{ total: number; names: string[] }>`
      select count(*)::int as total, coalesce(array_agg(distinct a.username order by a.username), '{}') as names
      from unnest(${refs.map(({ itemType }) => itemType)}::text[], ${refs.map(({ itemId }) => itemId)}::text[])
        as r(item_type, item_id)
      join moderation_subjects m on m.subject_type = r.item_type and m.subject_id = r.item_id
      join users a on a.id = m.assignee_id and a.role = 'admin' and not a.is_disabled
      where m.assignee_id <> ${exceptId}`.execute(db);
    return rows[0] ?? { total: 0, names: [] };
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
};

const toRow = (state: SubjectState) => ({
  version: state.version,
  reports_count: state.reports,
  open_reports_count: state.openReports,
  pending_reports_count: state.pendingReports,
  reporters_count: state.reporters,
  open_appeals_count: state.openAppeals,
  taken_down_at: state.takenDownAt,
  kept_until: state.keptUntil,
  hidden_at: state.hiddenAt,
  muted_at: state.mutedAt,
  severity: state.severity,
  record_closed: state.recordClosed,
  record_right: state.recordRight,
  due_at: state.dueAt,
  half_due_at: state.halfDueAt,
  escalated_at: state.escalatedAt,
  priority: state.priority,
  assignee_id: state.assigneeId,
  assigned_at: state.assignedAt,
});

const STATE_COLUMNS = Object.keys(toRow(NEW_SUBJECT));

type SubjectRow = Pick<Selectable<ModerationSubjects>, 'subject_type' | 'subject_id'>;

/** The part of an event that changes the state of its subject, as it is stored. */
export type StateEvent = Pick<
  Selectable<ModerationEvents>,
  | 'kind'
  | 'created_at'
  | 'until'
  | 'assignee_id'
  | 'reports_change'
  | 'open_reports_change'
  | 'pending_reports_change'
  | 'reporters_change'
  | 'open_appeals_change'
  | 'due_at'
  | 'severity'
  | 'record_closed'
  | 'record_right'
>;
type ReplayedEvent = StateEvent & { subject_type: string; subject_id: string; owner_id: string | null };

/** The state that a row says. */
export const toState = (row: Selectable<ModerationSubjects>): SubjectState => ({
  version: row.version,
  reports: row.reports_count,
  openReports: row.open_reports_count,
  pendingReports: row.pending_reports_count,
  reporters: row.reporters_count,
  openAppeals: row.open_appeals_count,
  takenDownAt: row.taken_down_at,
  keptUntil: row.kept_until,
  hiddenAt: row.hidden_at,
  mutedAt: row.muted_at,
  severity: row.severity,
  recordClosed: row.record_closed,
  recordRight: row.record_right,
  dueAt: row.due_at,
  halfDueAt: row.half_due_at,
  escalatedAt: row.escalated_at,
  priority: row.priority,
  assigneeId: row.assignee_id,
  assignedAt: row.assigned_at,
});
