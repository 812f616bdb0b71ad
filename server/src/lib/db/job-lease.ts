import { sql } from 'kysely';
import type { Db, DbOrTx } from './database.ts';

/** A lease that is not completed is due again after this. */
const LEASE_MS = 3_600_000;

/**
 * Acquires the lease on `name` if it is due: of several servers one gets it.
 * @returns whether it is ours; it is to be ended by {@link completeLease}, else it is due again after an hour
 */
export async function acquireDueLease(db: Db, name: string, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('job_leases')
    .values({ name, due_at: after(now, LEASE_MS) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ due_at: after(now, LEASE_MS) })
        .where('job_leases.due_at', '<=', now),
    )
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Completes a lease. @param next when it is due again */
export async function completeLease(db: Db, name: string, next: Date): Promise<void> {
  await db.updateTable('job_leases').set({ due_at: next }).where('name', '=', name).execute();
}

/** When a lease ends by the database's clock, since the clocks of servers differ. It also distinguishes one lease from the next. */
export type Lease = { name: string; until: Date };

/**
 * Acquires a lease on `name` for `ms`, for work that must not hold a transaction meanwhile.
 * @returns null while somebody else holds it; it ends by {@link releaseLease}, or by itself
 */
export async function acquireLease(db: DbOrTx, name: string, ms: number): Promise<Lease | null> {
  const { rows } = await sql<{ until: Date }>`
    insert into job_leases (name, due_at)
      values (${name}, date_trunc('milliseconds', clock_timestamp()) + ${ms} * interval '1 millisecond')
    on conflict (name) do update set due_at = excluded.due_at where job_leases.due_at <= clock_timestamp()
    returning due_at as until`.execute(db);
  const [row] = rows;
  return row ? { name, until: row.until } : null;
}

/** Ends a lease. @returns false if it had ended by itself and somebody else holds it now */
export async function releaseLease(db: DbOrTx, { name, until }: Lease): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('job_leases')
    .where('name', '=', name)
    .where('due_at', '=', until)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
