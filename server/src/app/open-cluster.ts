import type { Cluster } from '../lib/cluster/cluster.ts';
import type { Log } from '../lib/logger.ts';
import { StartRefusal } from './start-refusal.ts';

/**
 * Opens the way to the other servers. Its code is loaded only here: whoever runs one server does not pay for it.
 * @throws {StartRefusal} when Redis does not let us in; one that does not answer may come back
 */
export async function openClusterOrRefuse(redisUrl: string, log: Log): Promise<Cluster> {
  const { openCluster, RedisRefusal } = await import('../lib/cluster/cluster.ts');
  try {
    return await openCluster(redisUrl, log);
  } catch (error) {
    if (!(error instanceof RedisRefusal)) throw error;
    throw new StartRefusal(`Redis cannot be used (${error.message}): look at REDIS_URL, its user and password.`);
  }
}
