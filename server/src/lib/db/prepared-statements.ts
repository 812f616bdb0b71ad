import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { sql } from 'kysely';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { type CallObserver, observeCall } from '../observed-call.ts';

const UNPREPARED_MARKER = '/* unprepared */';

/**
 * Put into a query (`.modifyEnd(unprepared)`) that must be planned for its values each time. A prepared statement may
 * be given one plan for all values, and for some that is a hundred times slower: a search term with no match, a filter
 * that is common for one value and rare for another.
 */
export const unprepared = sql.raw<never>(UNPREPARED_MARKER);

/** Longer lists of values have many lengths; each length would be a statement of its own. */
const MAX_PREPARED_PARAMETERS = 40;
/** The server keeps every prepared statement in memory, for each connection. */
const MAX_PREPARED_STATEMENTS = 500;
const NOT_SUPPORTED = '0A000';
const STATEMENT_MISSING = '26000';
/** The status of a connection that is in no transaction. */
const IDLE = 'I';
/** The message, without a code, of pg's client-side statement timeout. */
const READ_TIMEOUT_MESSAGE = 'Query read timeout';

/**
 * A view of a pg pool, which itself is left as it is. With `prepares` PostgreSQL parses and plans each statement once a
 * connection: statements are named by their text. A connection whose statement timed out is never reused: the
 * server may still execute it, such as a `begin` that would put the next caller into a transaction.
 * @param onWait called for each caller for whom there was no idle connection
 */
export function wrapPool(
  pool: Pool,
  { prepares, onWait }: { prepares: boolean; onWait?: CallObserver | undefined },
): PostgresPool {
  const names = prepares ? new StatementNames() : null;
  const views = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      // Idle connections go to callers that wait already.
      const waits = onWait && pool.idleCount <= pool.waitingCount;
      const connect = () => pool.connect();
      const client = await (waits ? observeCall(onWait, 'wait for a connection', connect) : connect());
      // Kysely recognises a connection by its object, so each client has one view for life.
      let view = views.get(client);
      if (!view) {
        view = wrapClient(client, names);
        views.set(client, view);
      }
      return view;
    },
  };
}

function wrapClient(client: PoolClient, names: StatementNames | null): PostgresPoolClient {
  let isTimedOut = false;
  let generation = names?.generation;
  const send = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    const name = names?.nameOf(text, values.length) ?? null;
    if (name === null) return client.query(text, [...values]);
    if (names && names.generation !== generation) {
      generation = names.generation;
      // Else the database would keep statements whose names are never used again.
      await client.query('deallocate all');
    }
    return client.query({ name, text, values: [...values] });
  };
  const query = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    try {
      return await send(text, values);
    } catch (error) {
      if ((error as Error).message === READ_TIMEOUT_MESSAGE) isTimedOut = true;
      if (!isStalePlan(error)) throw error;
      names?.forgetAll();
      // A plan is checked before it runs, so a retry is safe. A transaction has failed by this, and transact retries it.
      if (client.getTransactionStatus() !== IDLE) throw error;
      return send(text, values);
    }
  };
  return {
    // Kysely also types the one for cursors, which it uses only where a cursor class was given to it.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || isTimedOut),
  };
}

/** Whether a prepared statement is stale: a migration changed its table, or it was deallocated. */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string };
  // Many features are "not supported"; the message is in the database's language.
  return (code === NOT_SUPPORTED && routine === 'RevalidateCachedQuery') || code === STATEMENT_MISSING;
}

class StatementNames {
  #names = new Map<string, string>();
  #generation = 0;

  /** Changes when all names are forgotten. */
  get generation(): number {
    return this.#generation;
  }

  /** The name to prepare this text under, or null where that would not pay. */
  nameOf(text: string, parameterCount: number): string | null {
    const known = this.#names.get(text);
    if (known) return known;
    if (parameterCount === 0 || parameterCount > MAX_PREPARED_PARAMETERS || text.includes(UNPREPARED_MARKER))
      return null;
    // Statements in use are prepared again, the others free the database's memory.
    if (this.#names.size >= MAX_PREPARED_STATEMENTS) this.forgetAll();
    const name = `${createHash('sha256').update(text).digest('base64url').slice(0, 22)}.${this.#generation}`;
    this.#names.set(text, name);
    return name;
  }

  forgetAll(): void {
    this.#names.clear();
    this.#generation += 1;
  }
}
