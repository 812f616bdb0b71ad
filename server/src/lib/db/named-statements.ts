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

/** Longer lists of values come in as many lengths as there are callers; each would stay as a statement of its own. */
const MAX_PREPARED_PARAMETERS = 40;
/** The server keeps every prepared statement in memory, for each connection. */
const MAX_PREPARED_STATEMENTS = 500;
const NOT_SUPPORTED = '0A000';
const STATEMENT_MISSING = '26000';
/** The status of a connection that is in no transaction. */
const IDLE = 'I';
/** What pg says, without a code, of a statement that it does not wait for any longer. */
const GIVEN_UP = 'Query read timeout';

/**
 * A view of a pg pool, which itself is left as it is. With `prepares` PostgreSQL parses and plans each statement once a
 * connection: statements are named by their text. A connection whose statement was given up is never used again: the
 * server may still do what it was told, such as begin a transaction that whoever came next would be in unawares.
 * @param onWait told of each caller for whom there was no idle connection
 */
export function guardedPool(
  pool: Pool,
  { prepares, onWait }: { prepares: boolean; onWait?: CallObserver | undefined },
): PostgresPool {
  const names = prepares ? new StatementNames() : null;
  const views = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      // Those that are idle are for those who wait already.
      const waits = onWait && pool.idleCount <= pool.waitingCount;
      const connect = () => pool.connect();
      const client = await (waits ? observeCall(onWait, 'wait for a connection', connect) : connect());
      // Kysely recognises a connection by its object, so each client has one view for life.
      let view = views.get(client);
      if (!view) {
        view = guardedClient(client, names);
        views.set(client, view);
      }
      return view;
    },
  };
}

function guardedClient(client: PoolClient, names: StatementNames | null): PostgresPoolClient {
  let isGivenUp = false;
  let generation = names?.generation;
  const send = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    const name = names?.nameOf(text, values.length) ?? null;
    if (name === null) return client.query(text, [...values]);
    if (names && names.generation !== generation) {
      generation = names.generation;
      // Else the database would keep those of names that nobody uses any more.
      await client.query('deallocate all');
    }
    return client.query({ name, text, values: [...values] });
  };
  const query = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    try {
      return await send(text, values);
    } catch (error) {
      if ((error as Error).message === GIVEN_UP) isGivenUp = true;
      if (!isStalePlan(error)) throw error;
      names?.forgetAll();
      // A plan is looked at before anything is done by it. In a transaction, which has failed by this, transact begins anew.
      if (client.getTransactionStatus() !== IDLE) throw error;
      return send(text, values);
    }
  };
  return {
    // Kysely also types the one for cursors, which it uses only where a cursor class was given to it.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || isGivenUp),
  };
}

/** Whether a prepared statement no longer fits, since a migration changed its table or somebody deallocated it. */
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
    // Those in use are prepared again at once, those that are not leave the database's memory.
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
