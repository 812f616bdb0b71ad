import path from 'node:path';
import type { Database } from '../../server/src/lib/db/database.ts';
import { BENCH_DATA_DIR, openBenchDatabase, openFilledDatabase } from './bench-database.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { createReportScenarios } from './report-scenarios.ts';
import { createScenarios, type Scenario } from './scenarios.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** Users, and as many reports; the last is the benchmark's own database. */
export const GROWTH_SIZES = [10_000, 100_000, 1_000_000] as const;
export type GrowthSize = (typeof GROWTH_SIZES)[number];

/** A database of one size with a server of its own. */
export interface Grown {
  size: GrowthSize;
  server: ServerProcess;
  database: Database;
  recorder: Recorder;
  scenarios: Scenario[];
  close(): Promise<void>;
}

/** Opens a database of this size, kept between runs like the large one, and starts a server on it. */
export async function openGrown(size: GrowthSize): Promise<Grown> {
  const isLargest = size === GROWTH_SIZES.at(-1);
  const dataDir = isLargest ? BENCH_DATA_DIR : path.join(BENCH_DATA_DIR, `growth-${size}`);
  const database = await (isLargest
    ? openBenchDatabase()
    : openFilledDatabase(dataDir, { users: size, reports: size }));
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
