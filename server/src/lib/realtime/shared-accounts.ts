import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Cluster } from '../cluster/cluster.ts';
import { clusterKey, NODES_KEY } from '../cluster/node-registry.ts';

/** The limit of an account over all servers: as much as at one of them, in windows of five seconds. */
const WINDOW = { points: 400, duration: 5 };
/** Expires keys that no server deletes: all servers are dead, or the account has not reconnected. */
const TTL_SECONDS = 24 * 3_600;
const socketsKeyOf = (accountId: string) => clusterKey(`sockets:${accountId}`);

/** How many sockets of the account the servers have that are alive; one more of this one if there are not too many. */
const OPEN = `
  local counts = redis.call('HGETALL', KEYS[2])
  local total = 0
  for i = 1, #counts, 2 do
    if redis.call('ZSCORE', KEYS[1], counts[i]) then total = total + tonumber(counts[i + 1])
    else redis.call('HDEL', KEYS[2], counts[i]) end
  end
  if total >= tonumber(ARGV[2]) then return 0 end
  redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
  redis.call('EXPIRE', KEYS[2], ARGV[3])
  return 1`;
const CLOSE = `
  if redis.call('HINCRBY', KEYS[1], ARGV[1], -1) <= 0 then redis.call('HDEL', KEYS[1], ARGV[1]) end
  return 1`;

/** The counts of accounts that servers share. While Redis is away nothing is shared, and nothing is rejected for it. */
export interface SharedAccounts {
  /** Counts a socket at this server. @returns false where all servers together have as many as `most` */
  tryOpen(accountId: string, most: number): Promise<boolean>;
  close(accountId: string): void;
  /** Counts events. @returns for how many milliseconds the account may have no more */
  report(accountId: string, events: number): Promise<number>;
}

/** @param ownCounts the sockets of this server by account, for a server that rejoins under a new id */
export function createSharedAccounts(
  { client, registry }: Pick<Cluster, 'client' | 'registry'>,
  ownCounts: () => Array<[accountId: string, sockets: number]>,
): SharedAccounts {
  const events = new RateLimiterRedis({
    ...WINDOW,
    storeClient: client,
    useRedisPackage: true,
    keyPrefix: clusterKey('events'),
  });

  registry.register({
    async publish(nodeId) {
      for (const [accountId, sockets] of ownCounts()) {
        if (sockets === 0) continue;
        const key = socketsKeyOf(accountId);
        await registry.query((redis) => redis.multi().hSet(key, nodeId, sockets).expire(key, TTL_SECONDS).exec());
      }
    },
    // Entries of dead servers are not counted, and are deleted when the account connects again.
    evict: async () => undefined,
  });

  return {
    async tryOpen(accountId, most) {
      const nodeId = registry.nodeId();
      if (nodeId === null) return true;
      const keys = [NODES_KEY, socketsKeyOf(accountId)];
      const counted = registry.query((redis) =>
        redis.eval(OPEN, { keys, arguments: [nodeId, String(most), String(TTL_SECONDS)] }),
      );
      return (await counted.catch(() => 1)) !== 0;
    },

    close(accountId) {
      const nodeId = registry.nodeId();
      if (nodeId === null) return;
      const call = { keys: [socketsKeyOf(accountId)], arguments: [nodeId] };
      registry.query((redis) => redis.eval(CLOSE, call)).catch(() => undefined);
    },

    async report(accountId, count) {
      try {
        await registry.query(() => events.consume(accountId, count));
        return 0;
      } catch (error) {
        return error instanceof RateLimiterRes ? error.msBeforeNext : 0;
      }
    },
  };
}
