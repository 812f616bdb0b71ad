import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { DbOrTx, Schema } from '../lib/db/database.ts';
import { unprepared } from '../lib/db/prepared-statements.ts';
import type { AuditEntries } from '../lib/db/schema.generated.ts';

export type AuditRow = Selectable<AuditEntries>;
/** A row as it is written: before and after as JSON. */
type NewAuditRow = Omit<AuditRow, 'before' | 'after'> & { before: string | null; after: string | null };

/** Criteria for entries; undefined means any. */
export interface AuditCriteria {
  actorId?: string;
  action?: string;
  targetType?: string;
  targetId?: string;
  /** The first moment of the entries. */
  since?: Date;
  /** The moment that the entries precede. */
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
