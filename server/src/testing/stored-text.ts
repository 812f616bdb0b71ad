import { sql } from 'kysely';
import type { Db } from '../lib/db/database.ts';

/** Whether any row of any table has a text. */
export async function isStoredAnywhere(db: Db, text: string): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const found = rows.map(
    ({ name }) => sql`exists (select from ${sql.table(name)} t where strpos(t::text, ${text}) > 0)`,
  );
  const { rows: hits } = await sql<{ hit: boolean }>`select ${sql.join(found, sql` or `)} as hit`.execute(db);
  return hits[0]?.hit === true;
}
