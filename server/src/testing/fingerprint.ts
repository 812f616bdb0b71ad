import { sql } from 'kysely';
import type { Db } from '../lib/db/database.ts';

/** A hash of all rows for each table: equal hashes mean that no stored row has changed. */
export async function fingerprint(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  const entries: Array<[string, string]> = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(t::text, ';' order by t::text), '')) as hash from ${sql.table(name)} t`.execute(
      db,
    );
    entries.push([name, rows[0]?.hash ?? '']);
  }
  return Object.fromEntries(entries);
}
