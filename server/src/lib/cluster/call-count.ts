import { COUNT_WINDOW_MS, type SharedCount } from '../http/call-counts.ts';
import { clusterKey } from './node-registry.ts';
import type { RedisClient } from './redis-client.ts';

/** Counts calls for all servers in Redis. */
export function countInRedis(client: RedisClient): SharedCount {
  return async (key, window, calls) => {
    const name = clusterKey(`calls:${window}:${key}`);
    const [total] = await client
      .multi()
      .incrBy(name, calls)
      .pExpire(name, 2 * COUNT_WINDOW_MS)
      .execTyped();
    return total;
  };
}
