import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../lib/db/database.ts';
import type { Decisions } from '../../lib/db/schema.generated.ts';

export type DecisionRow = Selectable<Decisions>;

export const decisionsStore = {
  async insert(tx: Tx, decision: Insertable<Decisions>): Promise<void> {
    await tx.insertInto('decisions').values(decision).execute();
  },

  find: (db: DbOrTx, id: string): Promise<DecisionRow | undefined> =>
    db.selectFrom('decisions').selectAll().where('id', '=', id).executeTakeFirst(),

  async setUndone(tx: Tx, id: string, at: Date): Promise<void> {
    await tx.updateTable('decisions').set({ undone_at: at }).where('id', '=', id).execute();
  },

  /** How an account was before the first decision that changed it. */
  findFirstAccountState: (db: DbOrTx, ownerId: string) =>
    db
      .selectFrom('decisions')
      .select(['account_was_disabled as isDisabled', 'account_was_disabled_until as until'])
      .where('owner_id', '=', ownerId)
      .where('account_was_disabled', 'is not', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),

  /** The points of an account that count at a time. */
  async sumPoints(db: DbOrTx, ownerId: string, at: Date): Promise<number> {
    const { points } = await db
      .selectFrom('decisions')
      .select(sql<number>`coalesce(sum(points), 0)::int`.as('points'))
      .where('owner_id', '=', ownerId)
      .where('points_expire_at', '>', at)
      .where('undone_at', 'is', null)
      .where('points', '>', sql.lit(0))
      .executeTakeFirstOrThrow();
    return points;
  },
};
