import { test as base, expect } from '@playwright/test';
import { type Database, type Db, openDatabase } from '../../../server/src/lib/db/database.ts';
import { createLogger } from '../../../server/src/lib/logger.ts';
import { insertSession } from '../../../server/src/testing/factories.ts';
import { emptyDatabase } from './data.ts';
import { createProblems, type Problems } from './problems.ts';
import { type System, startSystem } from './system.ts';

const START_TIMEOUT_MS = 90_000;

/** The server and the database of a test, whichever browser it opens. */
export interface ServerAccess {
  system: System;
  db: Db;
  /** See {@link Problems}; for all pages of this test. */
  expectProblem: Problems['expect'];
  /** Runs this after the test, when its pages are closed. */
  onFinished: (work: () => unknown) => void;
}

export interface Account {
  id: string;
  username: string;
  email: string;
}

interface WorkerFixtures {
  /**
   * Server settings in addition to those of every test server: `test.use({ settings })` in a file, which then gets its
   * own worker.
   */
  settings: Record<string, string>;
  system: System;
  database: Database;
}

export const serverTest = base.extend<{ problems: Problems; access: ServerAccess }, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],
  system: [
    async ({ settings }, use) => {
      const system = await startSystem(settings);
      await use(system);
      await system.stop();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  database: [
    async ({ system }, use) => {
      const database = await openDatabase({
        databaseUrl: system.databaseUrl,
        dataDir: '',
        logger: createLogger({ level: 'warn' }),
        maxConnections: 2,
      });
      await use(database);
      await database.close();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  problems: async ({}, use) => use(createProblems()),
  access: async ({ system, database, problems }, use) => {
    await emptyDatabase(database, system.admin.email);
    const lastWorks: Array<() => unknown> = [];
    await use({
      system,
      db: database.db,
      expectProblem: problems.expect,
      onFinished: (work) => lastWorks.push(work),
    });
    for (const work of lastWorks) await work();
    const found = problems.unexpected();
    expect(found, `problems in the browser:\n${found.join('\n')}`).toEqual([]);
  },
});

/** The storage entries after a sign-in. The session is inserted directly: a password check is slow by design. */
export async function signInEntries(db: Db, { id, username, email }: Account): Promise<Record<string, string>> {
  const token = await insertSession(db, id);
  return { token: `Bearer ${token}`, adminId: id, adminName: username, adminEmail: email };
}
