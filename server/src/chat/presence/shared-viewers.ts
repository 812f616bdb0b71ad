import { z } from 'zod';
import { clusterKey, NODES_KEY, type NodeRegistry } from '../../lib/cluster/node-registry.ts';
import type { NodeStream } from '../../lib/cluster/node-stream.ts';
import type { Viewer, Viewers } from './viewers.ts';

/** The viewers of conversations at all servers. */
export interface SharedViewers extends Pick<Viewers, 'join' | 'leave' | 'setTyping'> {
  /**
   * The accounts that look at a conversation, each once. While Redis is unavailable, those at this server.
   * Never rejects.
   */
  of(userId: string): Promise<Viewer[]>;
  /** Calls `listener` with the user id of a conversation whose viewers may have changed, at this server or another. */
  onChange(listener: (userId: string) => void): void;
}

/** Of a server that has the sockets of all administrators. */
export const singleServerViewers = (own: Viewers): SharedViewers => ({ ...own, of: async (userId) => own.of(userId) });

const NOTE = 'viewers';
const partSchema = z.array(
  z.object({
    id: z.string(),
    username: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    isTyping: z.boolean(),
  }),
);
/** Of a conversation: each server's viewers, as JSON. */
const partsKeyOf = (userId: string) => clusterKey(`viewers:${userId}`);
/** The conversations that a server's administrators have open. */
const viewedKeyOf = (nodeId: string) => clusterKey(`looks:${nodeId}`);

/** @returns 0 where this server is unknown */
const WRITE = `
  if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
  if ARGV[3] == '[]' then
    redis.call('HDEL', KEYS[2], ARGV[1]) redis.call('SREM', KEYS[3], ARGV[2])
  else
    redis.call('HSET', KEYS[2], ARGV[1], ARGV[3]) redis.call('SADD', KEYS[3], ARGV[2])
  end
  return 1`;

interface Needs {
  own: Viewers;
  registry: NodeRegistry;
  stream: Pick<NodeStream, 'publish' | 'subscribe'>;
}

/**
 * Viewers of all servers of a Redis: each writes its own beside those of the others, and then publishes an invalidation.
 * The list itself is not sent, since lists may arrive out of order.
 */
export function createSharedViewers({ own, registry, stream }: Needs): SharedViewers {
  const listeners: Array<(userId: string) => void> = [];
  const emitChange = (userId: string) => {
    for (const listener of listeners) listener(userId);
  };
  /** Names that this server had before a connection was lost; what is written under them counts no more. */
  const ownIds = new Set<string>();

  async function write(nodeId: string, userId: string): Promise<void> {
    ownIds.add(nodeId);
    const keys = [NODES_KEY, partsKeyOf(userId), viewedKeyOf(nodeId)];
    const args = [nodeId, userId, JSON.stringify(own.of(userId))];
    const isKnown = await registry.query((redis) => redis.eval(WRITE, { keys, arguments: args }));
    if (isKnown === 0) registry.markEvicted(nodeId);
    stream.publish(NOTE, userId);
  }

  own.onChange((userId) => {
    const nodeId = registry.nodeId();
    if (nodeId === null) emitChange(userId);
    else
      void write(nodeId, userId).then(
        () => emitChange(userId),
        () => emitChange(userId),
      );
  });
  const notifyLocalViewers = (userId: string) => {
    if (own.of(userId).length > 0) emitChange(userId);
  };
  stream.subscribe(NOTE, notifyLocalViewers);

  registry.register({
    async publish(nodeId) {
      for (const userId of own.viewedConversations()) {
        await write(nodeId, userId);
        emitChange(userId);
      }
    },
    async evict(deadNodeId) {
      const userIds = await registry.query((redis) => redis.sMembers(viewedKeyOf(deadNodeId)));
      for (const userId of userIds) {
        await registry.query((redis) => redis.hDel(partsKeyOf(userId), deadNodeId));
        stream.publish(NOTE, userId);
        notifyLocalViewers(userId);
      }
      await registry.query((redis) => redis.del(viewedKeyOf(deadNodeId)));
      ownIds.delete(deadNodeId);
    },
  });

  async function elsewhere(userId: string): Promise<Viewer[]> {
    try {
      const parts = await registry.query((redis) => redis.hGetAll(partsKeyOf(userId)));
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
    onChange: (listener) => void listeners.push(listener),
    async of(userId) {
      const viewers = new Map<string, Viewer>();
      for (const viewer of [...own.of(userId), ...(await elsewhere(userId))]) {
        const isTyping = viewer.isTyping || (viewers.get(viewer.id)?.isTyping ?? false);
        viewers.set(viewer.id, { ...viewer, isTyping });
      }
      return [...viewers.values()];
    },
  };
}
