import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Clock } from '../../lib/clock.ts';
import { migrationNames } from '../../lib/db/migration-files.ts';
import type { ImageStore } from '../../lib/images/image-store.ts';
import { BackupError, FORMAT, type Manifest, type TableEntry, tableFile, writeManifest } from './backup.manifest.ts';
import { hashingStream } from './hashing.ts';
import { backUpImages } from './image-files.ts';
import { writePrivateFile } from './line-file.ts';
import { referencedImages } from './referenced-images.ts';
import {
  CANONICAL_SESSION_SETTINGS,
  copyOut,
  readMigrationsRun,
  readSequences,
  readTables,
  type Table,
} from './table-catalog.ts';

const PRIVATE_DIR_MODE = 0o700;
/** Keys of the images that the snapshot names, until they are copied. */
const REFERENCED_FILE = 'images.named';

interface Options {
  connection: pg.ClientConfig;
  images: Pick<ImageStore, 'read'>;
  /** The folder; made if it is not there. */
  to: string;
  clock: Clock;
  /** Called with each step that starts. */
  onStep: (step: string) => void;
}

/**
 * Writes everything that must last into a folder: the tables as they are at one moment, during writes, and after
 * them the images that they name. Images are never altered, so these are the same; one whose account was deleted since,
 * or which was not there before, is named in `images.missing`. One row and some chunks are in memory at a time.
 * @returns what is in it; the folder is a backup only when this returns
 * @throws {BackupError} when the folder holds anything or the database is not of this version; what database, disk and
 *   image store throw, and then the folder is empty again
 */
export async function takeBackup(options: Options): Promise<Manifest> {
  const { to, images, onStep } = options;
  await preparePrivateDir(to);
  try {
    const snapshot = await dumpSnapshot(options);
    onStep('images');
    const named = path.join(to, REFERENCED_FILE);
    const copied = await backUpImages(images, named, to);
    await rm(named);
    const manifest = { ...snapshot, images: copied };
    await writeManifest(to, manifest);
    return manifest;
  } catch (error) {
    for (const name of await readdir(to)) await rm(path.join(to, name), { recursive: true, force: true });
    throw error;
  }
}

async function preparePrivateDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: PRIVATE_DIR_MODE });
  if ((await readdir(dir)).length > 0) {
    throw new BackupError(`${dir} is not empty: give each backup a folder of its own.`);
  }
  // It holds the hashes of passwords, and images of identity cards.
  await chmod(dir, PRIVATE_DIR_MODE);
  await mkdir(path.join(dir, 'tables'));
}

async function dumpSnapshot({ connection, to, clock, onStep }: Options): Promise<Omit<Manifest, 'images'>> {
  const client = new pg.Client({ ...connection, application_name: 'hai-dang-backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin transaction isolation level repeatable read, read only');
    await client.query(`${CANONICAL_SESSION_SETTINGS}; set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0`);
    // The first statement that reads takes the snapshot.
    const migrations = await readMigrationsRun(client);
    const takenAt = clock.now().toISOString();
    await rejectOtherVersion(migrations);
    const tables: TableEntry[] = [];
    for (const table of await readTables(client)) {
      onStep(table.name);
      tables.push(await dumpTable(client, table, to));
    }
    // Sequences are outside every snapshot: read after the tables, they are not behind any row.
    const sequences = await readSequences(client);
    await pipeline(Readable.from(linesOf(referencedImages(client))), writePrivateFile(path.join(to, REFERENCED_FILE)));
    await client.query('commit');
    return { format: FORMAT, takenAt, migrations, tables, sequences };
  } finally {
    await client.end();
  }
}

/** Another version may store images, or data that must not be in a backup, elsewhere. */
async function rejectOtherVersion(migrations: readonly string[]): Promise<void> {
  if (migrations.length === 0) throw new BackupError('This database is empty: there is nothing to back up.');
  const [last, ownLast] = [migrations.at(-1), (await migrationNames()).at(-1)];
  if (last === ownLast) return;
  throw new BackupError(
    `This database is of another version: its last migration is ${last}, and the last one here ${ownLast}. Back it up with ` +
      'the version that serves.',
  );
}

async function dumpTable(client: pg.Client, table: Table, to: string): Promise<TableEntry> {
  const rows = client.query(copyTo(copyOut(table)));
  const [text, file] = [hashingStream(), hashingStream()];
  await pipeline(rows, text.stream, createGzip(), file.stream, writePrivateFile(path.join(to, tableFile(table.name))));
  return {
    name: table.name,
    columns: table.columns,
    rows: rows.rowCount,
    sha256: text.result().sha256,
    fileSha256: file.result().sha256,
  };
}

async function* linesOf(keys: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const key of keys) yield `${key}\n`;
}
