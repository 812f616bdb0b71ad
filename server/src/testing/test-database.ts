import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../lib/db/database.ts';
import { createLogger } from '../lib/logger.ts';
import { createFromTemplate, runAsAdmin } from './database-server.ts';
import './global-setup.ts';

export type TestDatabase = Database & { url: string };

/**
 * A migrated, empty database on the real server of this test run. `close` also drops it. Call it in `beforeAll`, and
 * `close` in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = await createFromTemplate(server, name);
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
      await runAsAdmin(server.adminUrl, `drop database if exists ${name} with (force)`);
    },
  };
}
