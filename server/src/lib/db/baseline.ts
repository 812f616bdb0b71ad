import type pg from 'pg';
import { FORMER_MIGRATIONS } from './former-migrations.ts';
import { migrationNames } from './migration-files.ts';

/** The last of the files that state the schema, one per feature. Later ones change it. */
export const LAST_OF_BASELINE = '0020_media';

/** The database is in a state that this version cannot bring over. The message says what to do. */
export class EarlierSchemaError extends Error {
  override name = 'EarlierSchemaError';
}

/**
 * The present names of migrations that have run: the former ones, all of them, are the baseline.
 * @returns null for some of the former ones alone
 */
export async function presentNames(ran: readonly string[]): Promise<string[] | null> {
  if (!ran.some((name) => FORMER_MIGRATIONS.includes(name))) return [...ran];
  if (ran.join() !== FORMER_MIGRATIONS.join()) return null;
  return (await migrationNames()).filter((name) => name <= LAST_OF_BASELINE);
}

/**
 * Gives the migrations of a database their present names, in the transaction of `client`; its tables are those already.
 * @returns these names; null if there is nothing to bring over
 * @throws {EarlierSchemaError} if only some of the former migrations have run
 */
export async function bringOver(client: pg.Client): Promise<string[] | null> {
  // The second is the list of a version that was earlier still.
  const { rows } = await client.query<{ ran: string[]; isOlder: boolean }>(
    `select array(select name from migrations order by name) as ran, to_regclass('kysely_migration') is not null as "isOlder"`,
  );
  const { ran = [], isOlder } = rows[0] ?? {};
  const names = isOlder ? null : await presentNames(ran);
  if (!names) {
    throw new EarlierSchemaError(
      'The tables of this database are of an earlier version, and nothing was changed: start the release before this one on it ' +
        'once, or begin with an empty DATA_DIR or DATABASE_URL.',
    );
  }
  if (names.join() === ran.join()) return null;
  await client.query('delete from migrations');
  await client.query('insert into migrations (name) select unnest($1::text[])', [names]);
  return names;
}
