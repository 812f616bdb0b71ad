import path from 'node:path';
import type { Database } from '../../server/src/lib/db/database.ts';
import { BENCH_DATA_DIR, BENCH_USERS, openBenchDatabase, openFilledDatabase, POSTS_A_USER } from './bench-database.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { createReportScenarios } from './report-scenarios.ts';
import { createScenarios, type Scenario } from './scenarios.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** Users, and the same number of reports; the last is the benchmark's own database. */
export const GROWTH_SIZES = [BENCH_USERS / 100, BENCH_USERS / 10, BENCH_USERS] as const;

/** A database of one size with its own server. */
export interface Grown {
  size: number;
  server: ServerProcess;
  database: Database;
  recorder: Recorder;
  scenarios: Scenario[];
  close(): Promise<void>;
}

/** Opens a database of this size, kept between runs like the large one, and starts a server on it. */
export async function openGrown(size: number): Promise<Grown> {
  const isLargest = size === BENCH_USERS;
  const dataDir = isLargest ? BENCH_DATA_DIR : path.join(BENCH_DATA_DIR, `growth-${size}`);
  const database = await (isLargest
    ? openBenchDatabase()
    : openFilledDatabase(dataDir, { users: size, posts: POSTS_A_USER * size, reports: size }));
  try {
    const scenarios = [...(await createScenarios(database)), ...(await createReportScenarios(database))];
    const server = await startServer(dataDir);
    return {
      size,
      server,
      database,
      recorder: createRecorder(database),
      scenarios,
      async close() {
        await server.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
