import type { CompiledQuery } from 'kysely';
import type { DbOrTx } from './database.ts';

interface Compilable<Row> {
  compile: () => CompiledQuery<Row>;
}

/** Placeholder for a value while a query is built; reading a property of it throws. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query whose SQL is the same for all values, built and compiled once: each time anew it would take a good part of the
 * whole call (docs/decisions/001). Other parameters, such as a fixed limit, stay as they were built.
 * @param names of the values
 * @param build must put each value into the query as it is, once or more; it is called once, with placeholders
 * @returns runs the query for values and gives its rows
 * @throws {Error} at the first run, if a value is no parameter of the query
 */
export function precompiledQuery<Values extends object, Row>(
  names: ReadonlyArray<keyof Values & string>,
  build: (db: DbOrTx, values: Values) => Compilable<Row>,
) {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db: DbOrTx, values: Values): Promise<Row[]> => {
    compiled ??= compile(names, (placeholders) => build(db, placeholders as Values));
    const given = new Map<string, unknown>(Object.entries(values));
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? given.get(value.name) : value,
    );
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

function compile<Row>(names: readonly string[], build: (placeholders: object) => Compilable<Row>): CompiledQuery<Row> {
  const placeholders = names.map((name) => new Placeholder(name));
  const compiled = build(Object.fromEntries(placeholders.map((each) => [each.name, each]))).compile();
  const lost = placeholders.filter((each) => !compiled.parameters.includes(each));
  if (lost.length > 0) {
    throw new Error(`not a parameter of the query: ${lost.map(({ name }) => name).join(', ')} in ${compiled.sql}`);
  }
  return compiled;
}
