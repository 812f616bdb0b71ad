import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { presentNames } from '../../lib/db/baseline.ts';
import { bulkLoad } from '../../lib/db/bulk-load.ts';
import { migrate } from '../../lib/db/migrate.ts';
import { migrationNames } from '../../lib/db/migration-files.ts';
import type { ImageStore } from '../../lib/images/image-store.ts';
import { BackupError, type Manifest, readManifest, type TableEntry, tableFile } from './backup.manifest.ts';
import { hashingStream } from './hashing.ts';
import { checkFile, checkImages, restoreImages } from './image-files.ts';
import {
  CANONICAL_SESSION_SETTINGS,
  copyIn,
  copyOut,
  findTableWithRows,
  readMigrationsRun,
  readTables,
  SEEDED_TABLES,
  type Table,
} from './table-catalog.ts';

interface Options {
  connection: pg.ClientConfig;
  images: Pick<ImageStore, 'put' | 'read'>;
  from: string;
  /** Called with each step that starts. */
  onStep: (step: string) => void;
}

/**
 * Reads a whole backup and compares every file with what the manifest says.
 * @returns the manifest, with the present names of the migrations
 * @throws {BackupError} naming the file that is missing or was altered; when it was made by another version
 */
async function checkBackup(dir: string): Promise<Manifest> {
  const manifest = await readManifest(dir);
  const known = await migrationNames();
  const migrations = await presentNames(manifest.migrations);
  if (!migrations || !isBeginning(migrations, known)) {
    throw new BackupError(
      `This backup was made by another version: its last migration is ${manifest.migrations.at(-1)}, and the last one here ` +
        `${known.at(-1)}. Restore it with the version that made it, and start each later one on it once.`,
    );
  }
  for (const { name, fileSha256 } of manifest.tables) await checkFile(dir, tableFile(name), fileSha256);
  await checkImages(dir, manifest);
  return { ...manifest, migrations };
}

/**
 * Brings a backup back into an empty database: the tables of its version, the images, then all rows in one transaction
 * that is only committed when the rows read back are those of the backup; then migrates on to the newest version. What
 * fails leaves an empty database, in which it can be tried again.
 * @throws {BackupError} when the database is not empty or the backup is not whole
 */
export async function restoreBackup({ connection, images, from, onStep }: Options): Promise<Manifest> {
  onStep('checking the files');
  const manifest = await checkBackup(from);
  const client = new pg.Client({ ...connection, application_name: 'hai-dang-restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await rejectUsed(client, manifest);
    await migrate(connection, { upTo: manifest.migrations.at(-1) });
    const tables = matchTables(await readTables(client), manifest);
    onStep('images');
    await restoreImages(from, images);
    const load = async () => {
      await rejectRows(client);
      await client.query(CANONICAL_SESSION_SETTINGS);
      for (const [table, entry] of tables) {
        onStep(table.name);
        await loadTable(client, entry, from);
        await compare(client, table, entry);
      }
      for (const { name, value } of manifest.sequences) {
        await client.query('select setval($1::regclass, $2)', [`"${name}"`, value]);
      }
    };
    const names = tables.map(([{ name }]) => name);
    await bulkLoad(client, names, load, onStep, null);
  } finally {
    await client.end();
  }
  onStep('migrating on');
  await migrate(connection);
  return manifest;
}

async function rejectUsed(client: pg.Client, { migrations }: Manifest): Promise<void> {
  await rejectRows(client);
  const ran = await readMigrationsRun(client);
  if (isBeginning(ran, migrations)) return;
  throw new BackupError(
    'The tables of this database are of another version than the backup. Restore into a database that is quite empty ' +
      '(another DATA_DIR or DATABASE_URL).',
  );
}

async function rejectRows(client: pg.Client): Promise<void> {
  const used = await findTableWithRows(client);
  if (used === null) return;
  throw new BackupError(
    `This database is not empty: the table ${used} has rows. Restore into an empty one (another DATA_DIR or DATABASE_URL).`,
  );
}

/** Pairs the tables of the database with those of the backup. @throws {BackupError} when they are not the same */
function matchTables(tables: readonly Table[], manifest: Manifest): Array<[Table, TableEntry]> {
  const entries = new Map(manifest.tables.map((entry) => [entry.name, entry]));
  const pairs = tables.flatMap((table): Array<[Table, TableEntry]> => {
    const entry = entries.get(table.name);
    return entry && entry.columns.join() === table.columns.join() ? [[table, entry]] : [];
  });
  if (pairs.length === tables.length && pairs.length === entries.size) return pairs;
  throw new BackupError(
    'The tables of this backup are not those of its migrations: it was made from an altered database.',
  );
}

async function loadTable(client: pg.Client, entry: TableEntry, from: string): Promise<void> {
  if (SEEDED_TABLES.includes(entry.name)) await client.query(`delete from ${entry.name}`);
  const file = createReadStream(path.join(from, tableFile(entry.name)));
  await pipeline(file, createGunzip(), client.query(copyFrom(copyIn(entry))));
}

/** Reads back what was loaded. @throws {Error} when it is not what was backed up; the transaction is then rolled back */
async function compare(client: pg.Client, table: Table, { rows, sha256 }: TableEntry): Promise<void> {
  const copy = client.query(copyTo(copyOut(table)));
  const text = hashingStream();
  await pipeline(copy, text.stream.resume());
  const found = text.result().sha256;
  if (copy.rowCount === rows && found === sha256) return;
  throw new Error(
    `The table ${table.name} came back with ${copy.rowCount} rows (${found}) instead of ${rows} (${sha256}). Nothing was restored.`,
  );
}

const isBeginning = (some: readonly string[], all: readonly string[]): boolean =>
  some.every((name, index) => all[index] === name);
