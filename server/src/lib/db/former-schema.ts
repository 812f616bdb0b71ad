import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { MIGRATIONS_DIR, readMigrations } from './migration-files.ts';

/** The table of migrations of before the first release. */
export const FORMER_TABLE = 'kysely_migration';

/** The migrations of before the first release, which 0001_search to 0011_media replace. */
export const FORMER_MIGRATIONS = [
  '0001_accounts_and_content',
  '0002_counters',
  '0003_search_key',
  '0004_reports_and_notifications',
  '0005_audit_reading',
  '0006_chat',
  '0007_chat_images',
  '0008_canned_replies',
  '0009_message_search',
  '0010_second_factor',
  '0011_retention',
  '0012_notifications_of_reports',
  '0013_media',
  '0014_search_order',
  '0015_sign_in_addresses',
  '0016_account_deletion',
  '0017_rebuild_counters',
  '0018_indexes',
  '0019_image_quota',
  '0020_reports_filed_once',
  '0021_report_filing_indexes',
] as const;
/** The last of the files that state the schema of the squash. Later ones change it. */
export const LAST_OF_SQUASH = '0011_media';
const LAST_FORMER = '0021_report_filing_indexes';

/** How data of before the first release gets here. */
export const FORMER_ADVICE = `start the last version that has the migration ${LAST_FORMER} on it once, and this one after it`;

/** The database is of a version that this one cannot bring over. The message says what to do. */
export class FormerSchemaError extends Error {
  override name = 'FormerSchemaError';
}

const FUNCTION_WITH_BODY = /^create function [^;]*?\bas \$\$[\s\S]*?\$\$;$/gm;

/**
 * Brings a database of before the first release over to the present names, in the transaction of `client`.
 * @returns the migrations that have run by then; null if there is nothing to bring over
 * @throws {FormerSchemaError} if any of the former migrations has not run
 */
export async function bringOverFormerSchema(client: pg.Client): Promise<string[] | null> {
  const found = await client.query('select from pg_class where oid = to_regclass($1)', [FORMER_TABLE]);
  if (found.rowCount === 0) return null;
  const { rows } = await client.query<{ name: string }>(`select name from ${FORMER_TABLE} order by name`);
  const names = rows.map(({ name }) => name);
  if (names.length === 0) return null;
  if (names.join() !== FORMER_MIGRATIONS.join()) {
    throw new FormerSchemaError(
      `This database is of a version before the first release: its last migration is ${names.at(-1)}. Nothing was changed. ` +
        `Back it up with the version that served last, then ${FORMER_ADVICE}. If its data may go, use an empty DATA_DIR or ` +
        'DATABASE_URL instead.',
    );
  }
  const replacing = (await readMigrations()).filter(({ name }) => name <= LAST_OF_SQUASH);
  await client.query(await readFile(new URL('former/bring-over.sql', MIGRATIONS_DIR), 'utf8'));
  for (const [body] of replacing.flatMap(({ text }) => [...text.matchAll(FUNCTION_WITH_BODY)])) {
    await client.query(body.replace('create function', 'create or replace function'));
  }
  return replacing.map(({ name }) => name);
}
