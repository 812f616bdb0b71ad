import { readdir, readFile } from 'node:fs/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';

const MIGRATIONS_DIR = new URL('../../../migrations/', import.meta.url);

/**
 * Brings the database up to the newest of server/migrations, each in a transaction of its own and under a lock, so that
 * several processes may start at once: a table that one has altered is free again while the next builds its indexes.
 * Forward only. Those of a later version, which this one does not have, are left alone: while versions change, servers of
 * both are started.
 * @param connection without time limits of its own: building an index may take minutes
 * @param upTo the last to run; the newest there is unless stated
 * @returns the names of the migrations that ran
 * @throws {Error} naming the migration that failed, of which nothing remains; the next run goes on with it
 */
export async function migrate(
  connection: pg.ClientConfig,
  dir: URL = MIGRATIONS_DIR,
  upTo?: string,
): Promise<string[]> {
  const pool = new pg.Pool({ ...connection, max: 2, application_name: 'hai-dang-migrate' });
  pool.on('error', () => undefined);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => knownMigrations(db, dir, upTo) } });
    const ran: string[] = [];
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp();
      const [one] = results;
      if (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new Error(one ? `Migration ${one.migrationName} failed: ${message}` : message, { cause: error });
      }
      if (!one) return ran;
      ran.push(one.migrationName);
    }
  } finally {
    await db.destroy();
  }
}

/** Ours, and after them what has been run already. One that is missing among ours is still an error. */
async function knownMigrations(
  db: Kysely<unknown>,
  dir: URL,
  upTo: string | undefined,
): Promise<Record<string, Migration>> {
  const all = Object.entries(await readMigrations(dir));
  const migrations = Object.fromEntries(all.filter(([name]) => upTo === undefined || name <= upTo));
  const newest = Object.keys(migrations).at(-1) ?? '';
  const { rows: tables } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db);
  if (tables.length === 0) return migrations;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const later = rows.filter(({ name }) => name > newest);
  return { ...migrations, ...Object.fromEntries(later.map(({ name }) => [name, { up: async () => undefined }])) };
}

/** The names of the migrations that this version has, in their order. */
export const migrationNames = async (): Promise<string[]> => Object.keys(await readMigrations(MIGRATIONS_DIR));

async function readMigrations(dir: URL): Promise<Record<string, Migration>> {
  const files = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  return Object.fromEntries(
    files.map((file) => [
      file.replace(/\.sql$/, ''),
      {
        up: async (db: Kysely<unknown>) => {
          await sql.raw(await readFile(new URL(file, dir), 'utf8')).execute(db);
        },
      },
    ]),
  );
}
