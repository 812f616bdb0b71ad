import type { Selectable } from 'kysely';
import type { Tx } from '../../lib/db/database.ts';
import type { Penalties } from '../../lib/db/schema.generated.ts';
import { newId } from '../../lib/ids.ts';

export type PenaltyRow = Selectable<Penalties>;

/** Changes need the account locked as a subject. */
export const penaltiesStore = {
  /** All of an account but those of decisions that were undone. */
  findOf: (tx: Tx, userId: string): Promise<PenaltyRow[]> =>
    tx
      .selectFrom('penalties as p')
      .leftJoin('decisions as d', 'd.id', 'p.decision_id')
      .selectAll('p')
      .where('p.user_id', '=', userId)
      .where('d.undone_at', 'is', null)
      .execute(),

  insert: (
    tx: Tx,
    userId: string,
    { version, decisionId, until }: { version: number; decisionId: string | null; until: Date | null },
  ): Promise<PenaltyRow> =>
    tx
      .insertInto('penalties')
      .values({ id: newId(), user_id: userId, version, decision_id: decisionId, until })
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** Ends penalties by an event of the account. */
  async end(tx: Tx, rows: readonly PenaltyRow[], version: number): Promise<void> {
    if (rows.length === 0) return;
    await tx.updateTable('penalties').set({ ended_version: version }).where('id', 'in', idsOf(rows)).execute();
  },

  /** Lets penalties that were ended stand again, since an event of the account. */
  async resume(tx: Tx, rows: readonly PenaltyRow[], version: number): Promise<void> {
    if (rows.length === 0) return;
    await tx.updateTable('penalties').set({ ended_version: null, version }).where('id', 'in', idsOf(rows)).execute();
  },
};

const idsOf = (rows: readonly PenaltyRow[]): string[] => rows.map(({ id }) => id);
