import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../lib/db/database.ts';
import { createLogger } from '../lib/logger.ts';
import { databaseUrl, runAsAdmin } from './database-server.ts';
import './global-setup.ts';

export type TestDatabase = Database & { url: string };

/**
 * A migrated, empty database on the real server of this test run. `close` also drops it. Call it in `beforeAll`, and
 * `close` in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, templateName } = inject('testServer');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(adminUrl, `create database ${name} template ${templateName}`);
  const url = databaseUrl(adminUrl, name);
  const database = await openDatabase({
    databaseUrl: url,
    dataDir: '',
    logger: createLogger({ level: 'warn' }),
    maxConnections: 5,
  });
  return {
    ...database,
    url,
    close: async () => {
      await database.close();
      await runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`);
    },
  };
}
