import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import { unprepared } from '../../lib/db/prepared-statements.ts';
import type { Appeals } from '../../lib/db/schema.generated.ts';

/** The last row already seen: when it is due, or when it was decided. */
export interface AppealPosition {
  at: Date;
  id: string;
}

/** Whose subjects' appeals: an administrator's, or 'none' for what nobody handles; undefined for any. */
type AssigneeFilter = string | undefined;

/** How an appeal ended. */
export interface AppealEnd {
  outcome: 'upheld' | 'overturned' | 'closed';
  at: Date;
  /** Null for the system. */
  by: { id: string; username: string } | null;
  note: string | null;
}

const toColumns = ({ outcome, at, by, note }: AppealEnd) => ({
  outcome,
  decided_at: at,
  decided_by_id: by?.id ?? null,
  decided_by_name: by?.username ?? null,
  note,
});

/** Appeals with who makes them, the decision and what the subject is called, in the same statement. */
const selectAppeals = (db: DbOrTx) =>
  db
    .selectFrom('appeals as a')
    .innerJoin('decisions as d', 'd.id', 'a.decision_id')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('policy_versions as p', (join) =>
      join.onRef('p.key', '=', 'd.policy_key').onRef('p.version', '=', 'd.policy_version'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('moderation_events as e')
          .select((of) => [
            of.fn.max('e.actor_name').filterWhere('e.kind', '=', sql.lit('decided')).as('actor_name'),
            of.fn.max('e.note').filterWhere('e.kind', '=', sql.lit('decided')).as('note'),
            of.fn.max('e.target_name').as('target_name'),
          ])
          .whereRef('e.decision_id', '=', 'd.id')
          .whereRef('e.subject_type', '=', 'd.subject_type')
          .whereRef('e.subject_id', '=', 'd.subject_id')
          .as('e'),
      (join) => join.onTrue(),
    )
    .leftJoin('users as o', (join) =>
      join.onRef('o.id', '=', 'a.subject_id').on('a.subject_type', '=', sql.lit('User')),
    )
    // Who is disabled or gone handles nothing.
    .leftJoin('moderation_subjects as m', (join) =>
      join.onRef('m.subject_type', '=', 'a.subject_type').onRef('m.subject_id', '=', 'a.subject_id'),
    )
    .leftJoin('users as h', (join) =>
      join
        .onRef('h.id', '=', 'm.assignee_id')
        .on('h.role', '=', sql.lit('admin'))
        .on('h.is_disabled', '=', sql.lit(false)),
    )
    .selectAll('a')
    .select(['m.assigned_at', 'h.id as assignee_id', 'h.username as assignee_name', 'h.avatar_url as assignee_avatar'])
    .select([
      'u.username',
      'd.outcome as decision_outcome',
      'd.policy_key',
      'd.policy_version',
      'p.title as policy_title',
    ])
    .select(['d.actions', 'd.suspended_until', 'd.created_at as decision_at', 'd.actor_id', 'd.undone_at'])
    .select(['e.actor_name', 'e.note as decision_note', 'e.target_name', 'o.username as account_name']);

export type AppealRow = Awaited<ReturnType<ReturnType<typeof selectAppeals>['execute']>>[number];

const isBeyond = (after: AppealPosition | null) =>
  after ? sql<boolean>`(a.due_at, a.id) > (${after.at}, ${after.id})` : sql<boolean>`true`;

/** Whether appeal `a` waits. Subjects that are handled are few: of each no more than a page is read. */
function isOpenOf(assignee: AssigneeFilter, after: AppealPosition | null, most: number): RawBuilder<boolean> {
  const isNext = sql<boolean>`a.outcome is null and ${isBeyond(after)}`;
  if (assignee === undefined) return isNext;
  if (assignee === 'none') {
    return sql<boolean>`${isNext} and not exists (select from moderation_subjects h
      where h.assignee_id is not null and h.subject_type = a.subject_type and h.subject_id = a.subject_id)`;
  }
  // An array is read first, and then the rows by their ids, however many tables they are joined with.
  return sql<boolean>`a.id = any(array(
    select x.id from moderation_subjects h cross join lateral (
      select a.id, a.due_at from appeals a where a.subject_type = h.subject_type and a.subject_id = h.subject_id and ${isNext}
      order by a.due_at, a.id limit ${most}) x
    where h.assignee_id = ${assignee} order by x.due_at, x.id limit ${most}))`;
}

async function countUpTo(db: DbOrTx, isCounted: RawBuilder<boolean>, most: number): Promise<number> {
  const { total } = await db
    .selectFrom((eb) =>
      eb.selectFrom('appeals as a').select(sql.lit(1).as('one')).where(isCounted).limit(most).as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export const appealsStore = {
  async insert(tx: Tx, appeal: Insertable<Appeals>): Promise<void> {
    await tx.insertInto('appeals').values(appeal).execute();
  },

  findDetail: (db: DbOrTx, id: string): Promise<AppealRow | undefined> =>
    selectAppeals(db).where('a.id', '=', id).executeTakeFirst(),

  /** The evidence of the decision that is objected to, and the letter about it. */
  findGrounds: (db: DbOrTx, id: string): Promise<{ evidence_id: string | null; letter: string } | undefined> =>
    db
      .selectFrom('appeals as a')
      .innerJoin('decisions as d', 'd.id', 'a.decision_id')
      .innerJoin('notices as n', 'n.id', 'a.notice_id')
      .select(['d.evidence_id', 'n.text as letter'])
      .where('a.id', '=', id)
      .executeTakeFirst(),

  find: (db: DbOrTx, id: string): Promise<Selectable<Appeals> | undefined> =>
    db.selectFrom('appeals').selectAll().where('id', '=', id).executeTakeFirst(),

  /** A user's appeal to a decision, if there is one. */
  findOf: (db: DbOrTx, decisionId: string, userId: string) =>
    db
      .selectFrom('appeals')
      .select('id')
      .where('decision_id', '=', decisionId)
      .where('user_id', '=', userId)
      .executeTakeFirst(),

  /** A page of those that wait, the first due first. */
  findOpen: (db: DbOrTx, assignee: AssigneeFilter, after: AppealPosition | null, limit: number): Promise<AppealRow[]> =>
    selectAppeals(db)
      .where(isOpenOf(assignee, after, limit))
      .orderBy('a.due_at')
      .orderBy('a.id')
      .limit(limit)
      .modifyEnd(unprepared)
      .execute(),

  /** A page of those that are decided, newest first. */
  findDecided: (db: DbOrTx, after: AppealPosition | null, limit: number): Promise<AppealRow[]> =>
    selectAppeals(db)
      .where('a.outcome', 'is not', null)
      .$if(after !== null, (query) =>
        query.where((eb) =>
          after ? eb(eb.refTuple('a.decided_at', 'a.id'), '<', eb.tuple(after.at, after.id)) : eb.lit(true),
        ),
      )
      .orderBy('a.decided_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(limit)
      .modifyEnd(unprepared)
      .execute(),

  countOpen: (db: DbOrTx, assignee: AssigneeFilter, most: number): Promise<number> =>
    countUpTo(db, isOpenOf(assignee, null, most), most),

  countDecided: (db: DbOrTx, most: number): Promise<number> => countUpTo(db, sql<boolean>`a.outcome is not null`, most),

  /** How many wait and how many of them are overdue, counted up to `most`, and since when the first due does. */
  async countWaiting(
    db: DbOrTx,
    now: Date,
    most: number,
  ): Promise<{ count: number; overdue: number; since: Date | null }> {
    const { rows } = await sql<{ count: number; overdue: number; since: Date | null }>`
      select count(*) as count, count(*) filter (where due_at <= ${now}) as overdue, min(created_at) as since from (
        select due_at, created_at from appeals where outcome is null order by due_at, id limit ${most}) waiting`.execute(
      db,
    );
    return rows[0] ?? { count: 0, overdue: 0, since: null };
  },

  /** How many others against the decision of an appeal wait. */
  async countOthers(db: DbOrTx, { _id, decisionId }: { _id: string; decisionId: string }): Promise<number> {
    const { count } = await db
      .selectFrom('appeals')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('decision_id', '=', decisionId)
      .where('outcome', 'is', null)
      .where('id', '<>', _id)
      .executeTakeFirstOrThrow();
    return count;
  },

  /** Ends one appeal. */
  async end(tx: Tx, id: string, end: AppealEnd): Promise<void> {
    await tx.updateTable('appeals').set(toColumns(end)).where('id', '=', id).execute();
  },

  /** Ends all appeals to a decision that wait. @returns them */
  endOfDecision: (
    tx: Tx,
    decisionId: string,
    end: AppealEnd,
  ): Promise<Array<{ id: string; user_id: string; kind: string }>> =>
    tx
      .updateTable('appeals')
      .set(toColumns(end))
      .where('decision_id', '=', decisionId)
      .where('outcome', 'is', null)
      .returning(['id', 'user_id', 'kind'])
      .execute(),

  /** Some of what waits of an account: what it objected to, and what others asked about what it owns. */
  async findOpenOfAccount(
    tx: Tx,
    userId: string,
    most: number,
  ): Promise<Array<Pick<Selectable<Appeals>, 'id' | 'decision_id' | 'subject_type' | 'subject_id'>>> {
    const { rows } = await sql<Pick<Selectable<Appeals>, 'id' | 'decision_id' | 'subject_type' | 'subject_id'>>`
      select id, decision_id, subject_type, subject_id from (
        select * from appeals where user_id = ${userId} and outcome is null
        union
        select a.* from moderation_subjects m
        join appeals a on a.subject_type = m.subject_type and a.subject_id = m.subject_id and a.outcome is null
        where m.owner_id = ${userId} and m.open_appeals_count > 0) a
      order by subject_type, subject_id, id limit ${most}`.execute(tx);
    return rows;
  },

  /** Erases what a user wrote. @returns whether there was anything */
  async eraseTexts(tx: Tx, userId: string): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('appeals')
      .set({ text: '' })
      .where('user_id', '=', userId)
      .where('text', '!=', '')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
};
