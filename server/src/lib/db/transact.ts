import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Log } from '../logger.ts';
import { isStalePlan } from './prepared-statements.ts';
import type { DB } from './schema.generated.ts';

type Tx = Transaction<DB>;

/**
 * Runs `work` in one transaction: all of it or nothing.
 * It is run again, up to three times, when PostgreSQL gave it up for the sake of another transaction (deadlock,
 * serialization failure) or a migration had changed a table under a prepared statement, so `work` must do nothing but SQL; events and other effects go through
 * {@link afterCommit}.
 */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

const RETRIED_CODES = ['40001', '40P01'];
const MAX_RETRIES = 3;
const RETRY_PAUSE_MS = 20;

interface Effect {
  readonly run: () => void;
  readonly once: string | undefined;
}

/** The effects that each transaction has deferred. A failed attempt discards its own. */
const effectsOf = new WeakMap<Tx, Effect[]>();

/**
 * Puts `effect` off until `tx` has been committed: it never runs for an attempt that was rolled back, and once for the
 * one that held. Effects run in their order, before {@link Transact} returns. One that throws is logged: what is
 * stored stays stored.
 * @param once the name of an effect that is the same each time: one of that name runs
 * @throws {Error} if `tx` was not started by a {@link Transact}, or has ended
 */
export function afterCommit(tx: Tx, run: () => void, once?: string): void {
  const effects = effectsOf.get(tx);
  if (!effects) throw new Error('an effect was put off to the end of a transaction that is not in flight');
  if (once !== undefined && effects.some((effect) => effect.once === once)) return;
  effects.push({ run, once });
}

/**
 * Runs a part of a transaction that may fail by itself: all of it, with the effects that it has put off, or nothing, and the
 * transaction goes on.
 */
export async function attempt<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const effects = effectsOf.get(tx);
  const before = effects?.length ?? 0;
  await sql`savepoint attempt`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint attempt`.execute(tx);
    return result;
  } catch (error) {
    effects?.splice(before);
    await sql`rollback to savepoint attempt`.execute(tx);
    throw error;
  }
}

/** Whether PostgreSQL gave a transaction up for the sake of another one, so that it is run again. */
export const isGivenUp = (error: unknown): boolean =>
  RETRIED_CODES.includes((error as { code?: string } | null)?.code ?? '') || isStalePlan(error);

/** See {@link Transact}. */
export function createTransact(db: Kysely<DB>, log: Pick<Log, 'error'>): Transact {
  return async (work) => {
    for (let retries = 0; ; retries += 1) {
      const effects: Effect[] = [];
      try {
        const result = await db.transaction().execute(async (tx) => {
          effectsOf.set(tx, effects);
          try {
            return await work(tx);
          } finally {
            effectsOf.delete(tx);
          }
        });
        runEffects(effects, log);
        return result;
      } catch (error) {
        if (retries >= MAX_RETRIES || !isGivenUp(error)) throw error;
        // Apart by chance, so that the same two do not meet again.
        await sleep(RETRY_PAUSE_MS * 2 ** retries * (0.5 + Math.random()));
      }
    }
  };
}

function runEffects(effects: readonly Effect[], log: Pick<Log, 'error'>): void {
  for (const { run } of effects) {
    try {
      run();
    } catch (error) {
      log.error({ err: error }, 'after-commit hook failed');
    }
  }
}
