import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../server/src/lib/db/database.ts';
import { migrate } from '../../server/src/lib/db/migrate.ts';
import { createLogger } from '../../server/src/lib/logger.ts';
import { measureDelivery } from './cluster-delivery.ts';
import { measureKills } from './cluster-kill.ts';
import { type ClusterResults, missedClusterBars, writeClusterPart } from './cluster-report.ts';
import { buildPanel } from './measure-panel.ts';

/**
 * Measures the deliveries of two servers compared with one, and the recovery of all clients when one is killed.
 * @returns its section of the results page, and the missed bars
 */
export async function measureCluster(): Promise<{ part: string; missed: string[] }> {
  await buildPanel();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-bench-cluster-'));
  const database = await openDatabase({ dataDir, logger: createLogger({ level: 'warn' }) });
  try {
    await migrate(database.connection);
    const kill = await measureKills();
    const results: ClusterResults = { delivery: await measureDelivery(database, dataDir), kill };
    return { part: await writeClusterPart(results, database), missed: missedClusterBars(results) };
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
