import { type Expression, type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { DbOrTx, Schema } from '../lib/db/database.ts';
import { unprepared } from '../lib/db/prepared-statements.ts';
import type { AuditEntries } from '../lib/db/schema.generated.ts';
import { uuidV7At } from '../lib/db/sql-expressions.ts';

export type AuditRow = Selectable<AuditEntries>;
/** A row as it is written: before and after as JSON. */
type NewAuditRow = Omit<AuditRow, 'before' | 'after'> & { before: string | null; after: string | null };

/** The common fields of entries that are inserted together. */
type CommonAuditRow = Pick<
  AuditRow,
  'created_at' | 'actor_id' | 'actor_name' | 'action' | 'target_type' | 'ip' | 'request_id'
>;
/** Where they differ: a query with one row for each. */
export type AuditTargets = Expression<{ target_id: string; target_name: string; before: unknown; after: unknown }>;

/** Whether and by whom a target was deleted last, or restored since. */
export interface AuditedDeletion {
  target_type: string;
  target_id: string;
  action: string;
  actor_name: string | null;
  created_at: Date;
}

/** Criteria for entries; undefined means any. */
export interface AuditCriteria {
  actorId?: string;
  action?: string;
  targetType?: string;
  targetId?: string;
  /** From this moment on. */
  since?: Date;
  /** Before this moment. */
  until?: Date;
}

/** The last row already seen. */
export interface AuditPosition {
  createdAt: Date;
  id: string;
}

export interface AuditPage {
  criteria: AuditCriteria;
  after: AuditPosition | null;
  limit: number;
}

type Entries = ExpressionBuilder<Schema, 'audit_entries'>;

function matches(eb: Entries, { actorId, action, targetType, targetId, since, until }: AuditCriteria) {
  return eb.and([
    ...(actorId === undefined ? [] : [eb('actor_id', '=', actorId)]),
    ...(action === undefined ? [] : [eb('action', '=', action)]),
    ...(targetType === undefined ? [] : [eb('target_type', '=', targetType)]),
    ...(targetId === undefined ? [] : [eb('target_id', '=', targetId)]),
    ...(since === undefined ? [] : [eb('created_at', '>=', since)]),
    ...(until === undefined ? [] : [eb('created_at', '<', until)]),
  ]);
}

export const auditStore = {
  /** Appends one entry. */
  async insert(db: DbOrTx, row: NewAuditRow): Promise<void> {
    await db.insertInto('audit_entries').values(row).execute();
  },

  /**
   * Appends an entry for each target, in one statement whatever their number.
   * @param model an id generated now, whose time theirs have
   */
  async insertMany(db: DbOrTx, model: string, row: CommonAuditRow, targets: AuditTargets): Promise<void> {
    await sql`
      insert into audit_entries (id, created_at, actor_id, actor_name, action, target_type, target_id, target_name,
        before, after, ip, request_id)
      select ${uuidV7At(model)}, ${row.created_at}::timestamptz, ${row.actor_id}, ${row.actor_name}, ${row.action},
        ${row.target_type}, t.target_id, t.target_name, t.before, t.after, ${row.ip}, ${row.request_id}
      from (${targets}) t`.execute(db);
  },

  /** The newest entry of each target's deletion or restoration, if any. */
  async findLastDeletions(
    db: DbOrTx,
    targets: ReadonlyArray<{ type: string; id: string }>,
  ): Promise<AuditedDeletion[]> {
    const { rows } = await sql<AuditedDeletion>`
      select e.target_type, e.target_id, e.action, e.actor_name, e.created_at
      from unnest(${targets.map(({ type }) => type)}::text[], ${targets.map(({ id }) => id)}::text[]) as thing(type, id)
      cross join lateral (
        select * from audit_entries a
        where a.target_id = thing.id and a.target_type = thing.type and a.reason is null
          and a.action in (thing.type || '.delete', thing.type || '.restore')
        order by a.created_at desc, a.id desc limit 1) e`.execute(db);
    return rows;
  },

  /** The newest entry of what was done to a target, and not denied. */
  findNewest: (db: DbOrTx, action: string, targetId: string): Promise<AuditRow | undefined> =>
    db
      .selectFrom('audit_entries')
      .selectAll()
      .where('target_id', '=', targetId)
      .where('action', '=', action)
      .where('reason', 'is', null)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** One page of the entries that meet the criteria, newest first, at most `limit` of them. */
  findPage(db: DbOrTx, { criteria, after, limit }: AuditPage): Promise<AuditRow[]> {
    return db
      .selectFrom('audit_entries')
      .selectAll()
      .where((eb) => matches(eb, criteria))
      .$if(after !== null, (query) =>
        query.where((eb) =>
          after ? eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.createdAt, after.id)) : eb.lit(true),
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .modifyEnd(unprepared)
      .execute();
  },

  /** How many entries meet the criteria, counted up to `most`. */
  async countUpTo(db: DbOrTx, criteria: AuditCriteria, most: number): Promise<number> {
    const { total } = await db
      .selectFrom((eb) =>
        eb
          .selectFrom('audit_entries')
          .select(sql.lit(1).as('one'))
          .where((entries) => matches(entries, criteria))
          .limit(most)
          .as('counted'),
      )
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .modifyEnd(unprepared)
      .executeTakeFirstOrThrow();
    return total;
  },

  /**
   * Administrators who have entries, by name, deleted ones under the name they last had. Each is looked up in the index
   * by the newest entry, for the audit log itself may name a million people; the index knows no other collation.
   */
  findAdministrators(db: DbOrTx, limit: number): Promise<Array<{ id: string; name: string }>> {
    return db
      .with('administrators', (cte) =>
        cte
          .selectFrom('users')
          .select([sql<string>`id collate "default"`.as('id'), 'username as name'])
          .where('role', '=', sql.lit('admin'))
          .unionAll(
            cte
              .selectFrom('audit_entries')
              .select(['target_id as id', (eb) => eb.fn.coalesce('target_name', 'target_id').as('name')])
              .$narrowType<{ id: string; name: string }>()
              .where('action', '=', sql.lit('user.delete'))
              .where('reason', 'is', null)
              .where(sql<boolean>`before ->> 'role' = 'admin'`),
          ),
      )
      .selectFrom('administrators')
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('audit_entries')
            .select(sql.lit(1).as('one'))
            .whereRef('actor_id', '=', 'administrators.id')
            .orderBy('created_at', 'desc')
            .limit(1)
            .as('newest'),
        (join) => join.onTrue(),
      )
      .select(['id', 'name'])
      .orderBy('name')
      .orderBy('id')
      .limit(limit)
      .execute();
  },
};
