import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

export const jobsStore = {
  async insert(tx: Tx, job: { id: string; name: string; payload: unknown; at: Date }): Promise<void> {
    const { payload, at, ...rest } = job;
    await tx
      .insertInto('jobs')
      .values({ ...rest, payload: JSON.stringify(payload), run_at: at, created_at: at })
      .execute();
  },

  /** Locks the job that has been due longest, of those with these names that no other server is at. */
  lockDue: (tx: Tx, names: readonly string[], now: Date) =>
    tx
      .selectFrom('jobs')
      .select(['id', 'name', 'payload', 'attempts'])
      .where((eb) => eb('name', '=', eb.fn.any(eb.val(names))))
      .where('run_at', '<=', now)
      .orderBy('run_at')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst(),

  /** Stores how far a job has come; those that are due come before it now. */
  async setPayload(tx: Tx, id: string, payload: unknown, at: Date): Promise<void> {
    await tx
      .updateTable('jobs')
      .set({ payload: JSON.stringify(payload), attempts: 0, run_at: at })
      .where('id', '=', id)
      .execute();
  },

  /** Puts off a job whose step has failed. */
  async postpone(db: Db, id: string, runAt: Date): Promise<void> {
    await db.updateTable('jobs').set({ attempts: sql`attempts + 1`, run_at: runAt }).where('id', '=', id).execute();
  },

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.deleteFrom('jobs').where('id', '=', id).execute();
  },

  async countUpTo(db: Db, most: number): Promise<number> {
    const { count } = await db
      .selectFrom((eb) => eb.selectFrom('jobs').select('id').limit(most).as('waiting'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  },
};
export type JobsStore = typeof jobsStore;
