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
