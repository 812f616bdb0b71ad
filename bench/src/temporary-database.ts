import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '../../server/src/lib/db/database.ts';
import { migrate } from '../../server/src/lib/db/migrate.ts';
import { createLogger } from '../../server/src/lib/logger.ts';

/**
 * Runs `work` on a new database of its own, with an empty schema, and removes it afterwards.
 * @param name what is measured: part of the name of its folder
 */
export async function withTemporaryDatabase<Result>(
  name: string,
  work: (database: Database, dataDir: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), `hai-dang-bench-${name}-`));
  try {
    const database = await openDatabase({ dataDir, logger: createLogger({ level: 'warn' }) });
    try {
      await migrate(database.connection);
      return await work(database, dataDir);
    } finally {
      await database.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
