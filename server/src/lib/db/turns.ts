import { sql } from 'kysely';
import type { Db, DbOrTx } from './database.ts';

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

/** When a lease ends by the database's clock, since the clocks of servers differ. It also distinguishes one lease from the next. */
export type Lease = { name: string; until: Date };

/**
 * Acquires a lease on `name` for `ms`, for work that must not hold a transaction meanwhile.
 * @returns null while somebody else holds it; it ends by {@link releaseLease}, or by itself
 */
export async function acquireLease(db: DbOrTx, name: string, ms: number): Promise<Lease | null> {
  const { rows } = await sql<{ until: Date }>`
    insert into turns (name, next_at)
      values (${name}, date_trunc('milliseconds', clock_timestamp()) + ${ms} * interval '1 millisecond')
    on conflict (name) do update set next_at = excluded.next_at where turns.next_at <= clock_timestamp()
    returning next_at as until`.execute(db);
  const [row] = rows;
  return row ? { name, until: row.until } : null;
}

/** Ends a lease. @returns false if it had ended by itself and somebody else holds it now */
export async function releaseLease(db: DbOrTx, { name, until }: Lease): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('turns')
    .where('name', '=', name)
    .where('next_at', '=', until)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
