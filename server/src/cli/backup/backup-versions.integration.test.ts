import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LAST_OF_BASELINE } from '../../lib/db/baseline.ts';
import { FORMER_MIGRATIONS } from '../../lib/db/former-migrations.ts';
import { migrate } from '../../lib/db/migrate.ts';
import { migrationNames } from '../../lib/db/migration-files.ts';
import { createBackupFolder, rowsOf, withDatabase } from '../../testing/backups.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { tableFile } from './backup.manifest.ts';
import { readMigrationsRun, readTables } from './table-catalog.ts';

let backups: Awaited<ReturnType<typeof createBackupFolder>>;
beforeAll(async () => {
  backups = await createBackupFolder({ now: () => new Date('2026-11-21T03:00:00Z') });
});
afterAll(() => backups.close());

describe('cli/restore: a backup of another version', () => {
  const OLD_VERSION = '0007_audit_log';

  test('cannot be made of a database of another version', async () => {
    const old = await backups.newDatabase();
    await expect(backups.take({ connection: old }, 'never')).rejects.toThrow('empty');
    await migrate(old, { upTo: OLD_VERSION });
    await expect(backups.take({ connection: old }, 'never')).rejects.toThrow(OLD_VERSION);
  });

  test('an earlier one is restored unchanged and migrated', async () => {
    const present = await createTestDatabase();
    await present.db.insertInto('app_meta').values({ key: 'made_by', value: '"an earlier version"' }).execute();
    const { images, ...taken } = await backups.take(present, 'old');
    await present.close();
    // The one table with rows is the same in all versions; the others, and those that no longer exist, get their former
    // columns.
    const empty = taken.tables.find(({ rows }) => rows === 0);
    if (!empty) throw new Error('every table has rows');
    const old = await backups.newDatabase();
    await migrate(old, { upTo: OLD_VERSION });
    const client = new pg.Client(old);
    await client.connect();
    const tables = (await readTables(client)).map(({ name, columns }) => ({
      ...(taken.tables.find((table) => table.name === name) ?? empty),
      name,
      columns,
    }));
    const fileOf = (name: string) => path.join(backups.folder, 'old', tableFile(name));
    for (const { name } of tables) {
      if (!taken.tables.some((table) => table.name === name)) await cp(fileOf(empty.name), fileOf(name));
    }
    const migrations = await readMigrationsRun(client);
    await client.end();
    expect(tables.length).toBeLessThan(taken.tables.length);
    const file = path.join(backups.folder, 'old', 'manifest.json');
    await writeFile(file, JSON.stringify({ ...taken, images, migrations, tables }));

    const connection = await backups.newDatabase();
    await backups.restore(connection, path.join(backups.folder, 'old'));
    await withDatabase(connection, async ({ db }) => {
      expect(await db.selectFrom('app_meta').selectAll().execute()).toEqual([
        { key: 'made_by', value: 'an earlier version' },
      ]);
      expect(await db.selectFrom('messages').selectAll().execute()).toEqual([]);
    });
  });

  test('with the names of all former migrations is restored, with the names of some it is rejected', async () => {
    const former = await backups.newDatabase();
    await migrate(former, { upTo: LAST_OF_BASELINE });
    const later = (await migrationNames()).filter((name) => name > LAST_OF_BASELINE);
    const client = new pg.Client(former);
    await client.connect();
    await client.query(`insert into app_meta (key, value) values ('made_by', '"the former release"')`);
    // A backup of another version is rejected: it says that all have run while it is backed up.
    await client.query('insert into migrations (name) select unnest($1::text[])', [later]);
    const taken = await backups.take({ connection: former }, 'former');
    await client.query('delete from migrations where name = any($1::text[])', [later]);
    await client.end();
    await migrate(former);
    const dir = path.join(backups.folder, 'former');
    const rename = (migrations: readonly string[]) =>
      writeFile(path.join(dir, 'manifest.json'), JSON.stringify({ ...taken, migrations }));
    const connection = await backups.newDatabase();
    await rename(FORMER_MIGRATIONS.slice(0, -1));
    await expect(backups.restore(connection, dir)).rejects.toThrow(
      'made by another version: its last migration is 0113_bulks_ended',
    );
    await rename(FORMER_MIGRATIONS);
    await backups.restore(connection, dir);
    const contentsOf = (each: pg.ClientConfig) => withDatabase(each, ({ db }) => rowsOf(db));
    expect(await contentsOf(connection)).toEqual(await contentsOf(former));
  });
});
