import type { Db } from './database.ts';

/** For the one who has taken a turn; without an end another may take it after this. */
const HELD_MS = 3_600_000;

/**
 * Takes a turn that is due: of several servers one gets it.
 * @param name which work
 * @returns whether it is ours; it is to be ended by {@link endTurn}, else it is due again after an hour
 */
export async function takeTurn(db: Db, name: string, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('turns')
    .values({ name, next_at: after(now, HELD_MS) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ next_at: after(now, HELD_MS) })
        .where('turns.next_at', '<=', now),
    )
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Says that a turn is done. @param next when the next one is due */
export async function endTurn(db: Db, name: string, next: Date): Promise<void> {
  await db.updateTable('turns').set({ next_at: next }).where('name', '=', name).execute();
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
