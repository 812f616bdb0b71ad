import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';
import { isCancelled } from './postgres-errors.ts';

/**
 * Runs a lookup by indexes, in a transaction of its own, that can be done without where it takes too long. Tables are not read
 * whole, as a plan might that expects to meet enough matches soon, and not by several processes, which take longer to start.
 * @returns null where it took longer
 */
export async function withIndexesOnly<Result>(
  db: Db,
  limitMs: number,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(limitMs)}, true), set_config('enable_seqscan', 'off', true),
        set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
      return work(tx);
    });
  } catch (error) {
    if (isCancelled(error)) return null;
    throw error;
  }
}
