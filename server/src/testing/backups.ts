import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import { restoreBackup } from '../cli/backup/restore-backup.ts';
import { takeBackup } from '../cli/backup/take-backup.ts';
import { openDatabase } from '../lib/db/database.ts';
import { createDiskImageStore } from '../lib/images/image-store.ts';
import { createLogger } from '../lib/logger.ts';
import { databaseUrl, runAsAdmin } from './database-server.ts';
import { fingerprint } from './fingerprint.ts';
import type { TestDatabase } from './test-database.ts';

/** The tables that no backup contains. */
export const LEFT_OUT = ['migrations', 'sessions', 'login_challenges', 'rate_limits', 'media_keys'];
const onStep = () => undefined;

/** The rows of what a backup contains, by table. */
export const rowsOf = async (db: TestDatabase['db']) =>
  Object.fromEntries(Object.entries(await fingerprint(db)).filter(([table]) => !LEFT_OUT.includes(table)));

export async function withDatabase<T>(
  { connectionString }: pg.ClientConfig,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const logger = createLogger({ level: 'warn' });
  const database = await openDatabase({ databaseUrl: connectionString, dataDir: '', logger, maxConnections: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** A folder for backups, and databases to restore them into. */
export async function createBackupFolder(clock: { now: () => Date }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-backup-'));
  const { adminUrl } = inject('testServer');
  const names: string[] = [];
  const storeOf = (name: string) => createDiskImageStore(path.join(folder, name));
  return {
    folder,
    storeOf,
    take: (database: Pick<TestDatabase, 'connection'>, to: string, images = storeOf('media')) =>
      takeBackup({ connection: database.connection, images, to: path.join(folder, to), clock, onStep }),
    restore: (connection: pg.ClientConfig, from: string, media = 'restored-media') =>
      restoreBackup({ connection, images: storeOf(media), from, onStep }),
    /** An empty database without any table. */
    async newDatabase(): Promise<pg.ClientConfig> {
      const name = `restored_${randomUUID().replaceAll('-', '')}`;
      await runAsAdmin(adminUrl, `create database ${name}`);
      names.push(name);
      return { connectionString: databaseUrl(adminUrl, name) };
    },
    /** Deletes all of it. */
    async close(): Promise<void> {
      for (const name of names) await runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
