import { measureDelivery } from './cluster-delivery.ts';
import { measureKills } from './cluster-kill.ts';
import { type ClusterResults, missedClusterBars, writeClusterPart } from './cluster-report.ts';
import { buildPanel } from './measure-panel.ts';
import { withTemporaryDatabase } from './temporary-database.ts';

/**
 * Measures the deliveries of two servers compared with one, and the recovery of all clients when one is killed.
 * @returns its section of the results page, and the missed bars
 */
export async function measureCluster(): Promise<{ part: string; missed: string[] }> {
  await buildPanel();
  return withTemporaryDatabase('cluster', async (database, dataDir) => {
    const kill = await measureKills();
    const results: ClusterResults = { delivery: await measureDelivery(database, dataDir), kill };
    return { part: await writeClusterPart(results, database), missed: missedClusterBars(results) };
  });
}
