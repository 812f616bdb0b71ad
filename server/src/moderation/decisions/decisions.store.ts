import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { Decisions } from '../../lib/db/schema.generated.ts';

export type DecisionRow = Selectable<Decisions>;

export interface OwnerRecord {
  points: number;
  pointsExpireAt: Date | null;
  warnings: number;
  appealsWon: number;
}

/** The record of an account that is gone. */
export const NO_RECORD: OwnerRecord = { points: 0, pointsExpireAt: null, warnings: 0, appealsWon: 0 };

/** The decisions that stand of those that an action on many subjects made on an account. */
const standingOfBulk = (tx: Tx, bulkId: string, ownerId: string) =>
  tx
    .selectFrom('decisions')
    .select('id')
    .where('bulk_id', '=', bulkId)
    .where('owner_id', '=', ownerId)
    .where('undone_at', 'is', null);

export const decisionsStore = {
  async insert(tx: Tx, decision: Insertable<Decisions>): Promise<void> {
    await tx.insertInto('decisions').values(decision).execute();
  },

  find: (db: DbOrTx, id: string): Promise<DecisionRow | undefined> =>
    db.selectFrom('decisions').selectAll().where('id', '=', id).executeTakeFirst(),

  /** The decision that an administrator made under a key. */
  findByKey: (db: DbOrTx, actorId: string, key: string): Promise<DecisionRow | undefined> =>
    db
      .selectFrom('decisions')
      .selectAll()
      .where('actor_id', '=', actorId)
      .where('client_key', '=', key)
      .executeTakeFirst(),

  async setUndone(tx: Tx, id: string, at: Date): Promise<void> {
    await tx.updateTable('decisions').set({ undone_at: at }).where('id', '=', id).execute();
  },

  /** Whether a decision stands that an action on many subjects made on an account. */
  async hasOfBulk(tx: Tx, bulkId: string, ownerId: string): Promise<boolean> {
    const row = await standingOfBulk(tx, bulkId, ownerId).limit(1).executeTakeFirst();
    return row !== undefined;
  },

  /** Gives the points of an undone decision to the first one that stands of the same action on the same account, if any does. */
  async handPointsOn(tx: Tx, { bulk_id, owner_id, points, points_expire_at }: DecisionRow): Promise<void> {
    if (bulk_id === null || owner_id === null || points === 0) return;
    await tx
      .updateTable('decisions')
      .set({ points, points_expire_at })
      .where('id', 'in', standingOfBulk(tx, bulk_id, owner_id).orderBy('created_at').orderBy('id').limit(1))
      .execute();
  },

  /**
   * The points of an account that count at a time and when the next of them expire, its warnings, and the decisions that its
   * appeals overturned.
   */
  async findRecord(db: DbOrTx, ownerId: string, at: Date): Promise<OwnerRecord> {
    const { rows } = await sql<OwnerRecord>`
      select
        (select coalesce(sum(points), 0)::int from decisions
          where owner_id = ${ownerId} and points_expire_at > ${at} and undone_at is null and points > 0) as points,
        (select min(points_expire_at) from decisions
          where owner_id = ${ownerId} and points_expire_at > ${at} and undone_at is null and points > 0) as "pointsExpireAt",
        (select count(*)::int from decisions
          where owner_id = ${ownerId} and undone_at is null and 'warn' = any(actions)) as warnings,
        (select count(*)::int from appeals
          where user_id = ${ownerId} and kind = 'owner' and outcome = 'overturned') as "appealsWon"`.execute(db);
    return rows[0] ?? NO_RECORD;
  },
};
