import type { Log } from '../logger.ts';
import { createNodeRegistry, type NodeRegistry } from './node-registry.ts';
import { createNodeStream, type NodeStream } from './node-stream.ts';
import { connectRedis, createRedisClient, type RedisClient } from './redis-client.ts';

/** How this server reaches the others. */
export interface Cluster {
  /** The client for keys in Redis that belong to no server; commands fail while Redis is unavailable. */
  client: RedisClient;
  stream: NodeStream;
  registry: NodeRegistry;
  /** Begins, once all subscribers and states are registered. */
  start(): void;
  close(): void;
}

/** Redis is there and rejects our credentials. */
export class RedisAuthError extends Error {
  override name = 'RedisAuthError';
}

/**
 * Connects to the other servers. Redis may be away, now and later.
 * @throws {RedisAuthError}
 */
export async function openCluster(url: string, log: Log): Promise<Cluster> {
  const client = createRedisClient(url);
  const stream = createNodeStream({ client, log });
  const registry = createNodeRegistry({ client, log });
  const authError = await connectRedis(client);
  if (authError !== undefined) {
    client.destroy();
    throw new RedisAuthError(authError);
  }
  return {
    client,
    stream,
    registry,
    start() {
      stream.start();
      registry.start();
    },
    close() {
      registry.stop();
      stream.close();
      client.destroy();
    },
  };
}
