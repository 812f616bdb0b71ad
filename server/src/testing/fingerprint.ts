import { sql } from 'kysely';
import type { Db } from '../lib/db/database.ts';

/** How often somebody has called, and what waits for the server, which works it off in its own time. */
const PASSING = ['rate_limits', 'account_changes'];

/**
 * The number of rows and a hash of all of them for each table: equal fingerprints mean that no stored row has changed
 * that is to stay.
 * One statement for all tables, since tests take thousands of fingerprints.
 */
export async function fingerprint(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${PASSING}::text[])
    order by 1`.execute(db);
  const statements = tables.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} as name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as hash
        from ${sql.table(name)} t`,
  );
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(statements, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
