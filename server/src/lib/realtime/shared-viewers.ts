import { z } from 'zod';
import { clusterKey, NODES_KEY, type NodeRegistry } from '../cluster/node-registry.ts';
import type { NodeStream } from '../cluster/node-stream.ts';
import type { Viewer, Viewers } from './viewers.ts';

/** The viewers at all servers. */
export interface SharedViewers extends Pick<Viewers, 'join' | 'leave' | 'setTyping'> {
  /**
   * The accounts that have it open, each once. While Redis is unavailable, those at this server.
   * Never rejects.
   */
  of(key: string): Promise<Viewer[]>;
  /** Returns the keys that have a viewer at any server; while Redis is unavailable, at this one. Never rejects. */
  viewed(): Promise<string[]>;
  /** Calls `listener` with the key of what may have changed its viewers, at this server or another. */
  onChange(listener: (key: string) => void): void;
}

/** Returns the viewers of the one server that has the sockets of all administrators. */
export const singleServerViewers = (own: Viewers): SharedViewers => ({
  ...own,
  of: async (key) => own.of(key),
  viewed: async () => own.viewed(),
});

const partSchema = z.array(
  z.object({
    id: z.string(),
    username: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    isTyping: z.boolean(),
  }),
);

/** @returns 0 where this server is unknown */
const WRITE = `
  if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
  if ARGV[3] == '[]' then
    redis.call('HDEL', KEYS[2], ARGV[1]) redis.call('SREM', KEYS[3], ARGV[2])
  else
    redis.call('HSET', KEYS[2], ARGV[1], ARGV[3]) redis.call('SADD', KEYS[3], ARGV[2])
  end
  return 1`;

interface SharedViewersOptions {
  own: Viewers;
  registry: NodeRegistry;
  stream: Pick<NodeStream, 'publish' | 'subscribe'>;
  /** The name of these viewers in Redis. */
  name?: string;
  /** Whether a server publishes every change to its sockets, and not only where one of them has the same open. */
  reachesAll?: boolean;
}

/**
 * Viewers of all servers of a Redis: each writes its own beside those of the others, and then publishes an invalidation.
 * The list itself is not sent, since lists may arrive out of order.
 */
export function createSharedViewers({
  own,
  registry,
  stream,
  name = 'viewers',
  reachesAll = false,
}: SharedViewersOptions): SharedViewers {
  /** Each server's viewers of something, as JSON. */
  const partsKeyOf = (key: string) => clusterKey(`${name}:${key}`);
  /** The key of what a server's administrators have open. */
  const viewedKeyOf = (nodeId: string) => clusterKey(`${name}-of:${nodeId}`);
  const listeners: Array<(key: string) => void> = [];
  const emitChange = (key: string) => {
    for (const listener of listeners) listener(key);
  };
  /** Names that this server had before a connection was lost; what is written under them counts no more. */
  const ownIds = new Set<string>();

  async function write(nodeId: string, key: string): Promise<void> {
    ownIds.add(nodeId);
    const keys = [NODES_KEY, partsKeyOf(key), viewedKeyOf(nodeId)];
    const args = [nodeId, key, JSON.stringify(own.of(key))];
    const isKnown = await registry.query((redis) => redis.eval(WRITE, { keys, arguments: args }));
    if (isKnown === 0) registry.markEvicted(nodeId);
    stream.publish(name, key);
  }

  own.onChange((key) => {
    const nodeId = registry.nodeId();
    if (nodeId === null) emitChange(key);
    else
      void write(nodeId, key).then(
        () => emitChange(key),
        () => emitChange(key),
      );
  });
  const notifyLocalViewers = (key: string) => {
    if (reachesAll || own.of(key).length > 0) emitChange(key);
  };
  stream.subscribe(name, notifyLocalViewers);

  const viewedAt = (nodeId: string) => registry.query((redis) => redis.sMembers(viewedKeyOf(nodeId)));

  registry.register({
    async publish(nodeId) {
      for (const key of own.viewed()) {
        await write(nodeId, key);
        emitChange(key);
      }
    },
    async evict(deadNodeId) {
      const viewed = await viewedAt(deadNodeId);
      for (const key of viewed) {
        await registry.query((redis) => redis.hDel(partsKeyOf(key), deadNodeId));
        stream.publish(name, key);
        notifyLocalViewers(key);
      }
      await registry.query((redis) => redis.del(viewedKeyOf(deadNodeId)));
      ownIds.delete(deadNodeId);
    },
  });

  async function elsewhere(key: string): Promise<Viewer[]> {
    try {
      const parts = await registry.query((redis) => redis.hGetAll(partsKeyOf(key)));
      return Object.entries(parts)
        .filter(([nodeId]) => !ownIds.has(nodeId))
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([, part]) => partSchema.parse(JSON.parse(part)));
    } catch {
      return [];
    }
  }

  return {
    join: own.join,
    leave: own.leave,
    setTyping: own.setTyping,
    async viewed() {
      const keys = new Set(own.viewed());
      try {
        for (const nodeId of await registry.query((redis) => redis.zRange(NODES_KEY, 0, -1))) {
          if (!ownIds.has(nodeId)) for (const key of await viewedAt(nodeId)) keys.add(key);
        }
      } catch {
        // The list then has only those at this server.
      }
      return [...keys];
    },
    onChange: (listener) => void listeners.push(listener),
    async of(key) {
      const viewers = new Map<string, Viewer>();
      for (const viewer of [...own.of(key), ...(await elsewhere(key))]) {
        const isTyping = viewer.isTyping || (viewers.get(viewer.id)?.isTyping ?? false);
        viewers.set(viewer.id, { ...viewer, isTyping });
      }
      return [...viewers.values()];
    },
  };
}
