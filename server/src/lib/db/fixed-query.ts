import type { CompiledQuery } from 'kysely';
import type { DbOrTx } from './database.ts';

interface Buildable<Row> {
  compile: () => CompiledQuery<Row>;
}

/**
 * A query whose SQL is the same for every value, built and compiled once instead of at each call: for what every request
 * asks, that is a good part of its time.
 * @param build must put `value` into the query as its one parameter, and make nothing else depend on it
 * @returns runs the query for a value and gives its first row
 * @throws {Error} at the first run, if the query has other parameters
 */
export function fixedQuery<Value, Row>(build: (db: DbOrTx, value: Value) => Buildable<Row>) {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db: DbOrTx, value: Value): Promise<Row | undefined> => {
    if (!compiled) {
      const first = build(db, value).compile();
      if (first.parameters.length !== 1 || first.parameters[0] !== value) {
        throw new Error(`a fixed query takes its value and nothing else: ${first.sql}`);
      }
      compiled = first;
    }
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters: [value] });
    return rows[0];
  };
}
