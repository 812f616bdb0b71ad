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

/** Stands for a value while a query is built; nothing can be read from it. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * As {@link fixedQuery}, for several values by name and for all rows. Other parameters, such as a fixed limit, stay as
 * they were built.
 * @param build must put each of the values into the query as it is, once or more, and make nothing else depend on them:
 *   it is called once, with placeholders
 * @returns runs the query for values and gives its rows
 * @throws {Error} at the first run, if a value that `build` asked for is no parameter of the query
 */
export function fixedRowsQuery<Values extends object, Row>(build: (db: DbOrTx, values: Values) => Buildable<Row>) {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db: DbOrTx, values: Values): Promise<Row[]> => {
    compiled ??= compileWithPlaceholders(db, build);
    const given = new Map<string, unknown>(Object.entries(values));
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? given.get(value.name) : value,
    );
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

function compileWithPlaceholders<Values extends object, Row>(
  db: DbOrTx,
  build: (db: DbOrTx, values: Values) => Buildable<Row>,
): CompiledQuery<Row> {
  const asked = new Map<string, Placeholder>();
  const placeholders = new Proxy({} as Values, {
    get: (_target, name) => {
      const found = asked.get(String(name)) ?? new Placeholder(String(name));
      asked.set(found.name, found);
      return found;
    },
  });
  const compiled = build(db, placeholders).compile();
  const lost = [...asked.values()].filter((placeholder) => !compiled.parameters.includes(placeholder));
  if (lost.length > 0) {
    throw new Error(`not a parameter of the query: ${lost.map(({ name }) => name).join(', ')} in ${compiled.sql}`);
  }
  return compiled;
}
