import type { ClientBase } from 'pg';

/** A table, and how its rows are read so that the same rows always give the same bytes. */
export interface Table {
  name: string;
  columns: string[];
  /** A list of expressions, by the primary key. */
  order: string;
}

/**
 * The tables that a backup leaves out. Migrating fills the first. A session that was ended since must not be opened
 * again by restoring, so all end, with the sign-ins that wait for their code and the tokens of users who cannot sign
 * in; and what the login limiter has counted is over by then. Second factors and recovery codes are in a backup:
 * without them a restored account would open by its password alone. What signs the image URLs is each database's own: a
 * stolen backup opens none.
 */
const EXCLUDED_TABLES = ['migrations', 'sessions', 'login_challenges', 'appeal_tokens', 'rate_limits', 'media_keys'];

/** Migrating fills these, too; a backup has what became of their rows, which then replaces them. */
export const SEEDED_TABLES: readonly string[] = [
  'policies',
  'policy_versions',
  'letter_templates',
  'moderation_settings',
  'performance_progress',
];

/** Settings that would otherwise change how rows are formatted and ordered. */
export const CANONICAL_SESSION_SETTINGS = `
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`;

const TABLES = `
  select c.relname as name,
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select string_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end, ', '
        order by k.place)
      from pg_index i, unnest(i.indkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid) as order
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1`;

/** @throws {Error} for a table without a primary key, whose rows have no order */
export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Omit<Table, 'order'> & { order: string | null }>(TABLES);
  return rows
    .filter(({ name }) => !EXCLUDED_TABLES.includes(name))
    .map(({ name, columns, order }) => {
      if (order === null) throw new Error(`the table ${name} has no primary key`);
      return { name, columns, order };
    });
}

/** @returns the sequences that have given a value, and the last one of each */
export async function readSequences(client: ClientBase): Promise<Array<{ name: string; value: number }>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value as value from pg_sequences
     where schemaname = current_schema() and last_value is not null order by 1`,
  );
  return rows.map(({ name, value }) => ({ name, value: Number(value) }));
}

/** @returns the migrations that have run, in their order; none for a database that never was migrated */
export async function readMigrationsRun(client: ClientBase): Promise<string[]> {
  const found = await client.query("select from pg_class where oid = to_regclass('migrations')");
  if (found.rowCount === 0) return [];
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

/** @returns the first table that has rows, but for those that migrating fills; null when there is none */
export async function findTableWithRows(client: ClientBase): Promise<string | null> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and relname <> all ($1) order by 1`,
    [['migrations', 'media_keys', ...SEEDED_TABLES]],
  );
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from "${name}" limit 1`);
    if (rowCount !== 0) return name;
  }
  return null;
}

/** The statement that gives a table's rows as text, those of the same content always in the same order. */
export const copyOut = ({ name, columns, order }: Table): string =>
  `copy (select ${columns.map(quote).join(', ')} from ${quote(name)} order by ${order}) to stdout (encoding 'UTF8')`;

export const copyIn = ({ name, columns }: Pick<Table, 'name' | 'columns'>): string =>
  `copy ${quote(name)} (${columns.map(quote).join(', ')}) from stdin (encoding 'UTF8')`;

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
