import { clusterKey, NODES_KEY, type NodeRegistry } from '../../lib/cluster/node-registry.ts';
import type { Presence, PresenceChange } from './presence.ts';

/** A change of this server's own sockets, or of those of a dead server that this one evicted. */
export interface SharedPresenceChange extends PresenceChange {
  /** False where another server has a socket of the same user: then the user's state has not changed. */
  isTransition: boolean;
}

/** Users who have a socket open at any server, or had one within the grace period. */
export interface SharedPresence extends Pick<Presence, 'join' | 'leave' | 'clear'> {
  /** Of these, those who are online. While Redis is unavailable, those connected to this server. */
  areOnline(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** All online users. */
  onlineIds(): Promise<string[]>;
  isLocal(userId: string): boolean;
  /** Users who are connected to this server. */
  localIds(): string[];
  onChange(listener: (change: SharedPresenceChange) => void): void;
}

/** Of a server that has the sockets of all users. */
export const singleServerPresence = (own: Presence): SharedPresence => ({
  join: own.join,
  leave: own.leave,
  clear: own.clear,
  areOnline: async (userIds) => new Set(userIds.filter(own.isOnline)),
  onlineIds: async () => own.onlineIds(),
  isLocal: own.isOnline,
  localIds: own.onlineIds,
  onChange: (listener) => own.onChange((change) => listener({ ...change, isTransition: true })),
});

/** How many servers have sockets of each user who is online. */
const COUNTS_KEY = clusterKey('online');
const idsKeyOf = (nodeId: string) => clusterKey(`online:${nodeId}`);
const BATCH_SIZE = 500;

/** All three return the users whose state has changed. The first two return false where this server is unknown. */
const JOIN_SCRIPT = `
  if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return false end
  local come = {}
  for i = 2, #ARGV do
    if redis.call('SADD', KEYS[3], ARGV[i]) == 1 and redis.call('HINCRBY', KEYS[2], ARGV[i], 1) == 1 then
      come[#come + 1] = ARGV[i]
    end
  end
  return come`;
const REMOVE_ONE = `
  local function remove(id, gone)
    if redis.call('HINCRBY', KEYS[2], id, -1) > 0 then return end
    redis.call('HDEL', KEYS[2], id)
    gone[#gone + 1] = id
  end`;
const LEAVE_SCRIPT = `${REMOVE_ONE}
  if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return false end
  local gone = {}
  if redis.call('SREM', KEYS[3], ARGV[2]) == 1 then remove(ARGV[2], gone) end
  return gone`;
/** @returns the number of examined users, then those who went offline */
const EVICT_SCRIPT = `${REMOVE_ONE}
  local ids = redis.call('SPOP', KEYS[3], ARGV[2])
  local gone = {}
  for _, id in ipairs(ids) do remove(id, gone) end
  table.insert(gone, 1, tostring(#ids))
  return gone`;

/** Presence over all servers of a Redis: each counts its own sockets, Redis the servers of each user. */
export function createSharedPresence(own: Presence, registry: NodeRegistry): SharedPresence {
  const listeners: Array<(change: SharedPresenceChange) => void> = [];
  const notify = (change: SharedPresenceChange) => {
    for (const listener of listeners) listener(change);
  };

  /** @returns null where this server is not known any more */
  async function run(script: string, nodeId: string, ...others: string[]): Promise<string[] | null> {
    const keys = [NODES_KEY, COUNTS_KEY, idsKeyOf(nodeId)];
    const reply = await registry.query((redis) => redis.eval(script, { keys, arguments: [nodeId, ...others] }));
    if (Array.isArray(reply)) return reply.map(String);
    registry.markEvicted(nodeId);
    return null;
  }

  /** While Redis is unavailable, only this server's users are known. */
  async function isTransition({ userId, isOnline }: PresenceChange): Promise<boolean> {
    const nodeId = registry.nodeId();
    if (nodeId === null) return true;
    const changed = await run(isOnline ? JOIN_SCRIPT : LEAVE_SCRIPT, nodeId, userId).catch(() => null);
    return changed === null || changed.includes(userId);
  }

  own.onChange(
    (change) => void isTransition(change).then((transition) => notify({ ...change, isTransition: transition })),
  );

  registry.register({
    async publish(nodeId) {
      const ids = own.onlineIds();
      for (let from = 0; from < ids.length; from += BATCH_SIZE) {
        // The disconnect of a user who has left meanwhile is already published.
        const present = ids.slice(from, from + BATCH_SIZE).filter(own.isOnline);
        if (present.length > 0) await run(JOIN_SCRIPT, nodeId, ...present);
      }
    },
    async evict(deadNodeId) {
      for (let isDone = false; !isDone; ) {
        const [examined, ...gone] = (await run(EVICT_SCRIPT, deadNodeId, String(BATCH_SIZE))) ?? ['0'];
        for (const userId of gone) notify({ userId, isOnline: false, isTransition: true });
        isDone = Number(examined) < BATCH_SIZE;
      }
    },
  });

  return {
    join: own.join,
    leave: own.leave,
    clear: own.clear,
    isLocal: own.isOnline,
    localIds: own.onlineIds,
    onChange: (listener) => void listeners.push(listener),

    async areOnline(userIds) {
      if (userIds.length === 0) return new Set();
      const counts = await registry.query((redis) => redis.hmGet(COUNTS_KEY, [...userIds])).catch(() => []);
      return new Set(userIds.filter((id, index) => own.isOnline(id) || typeof counts[index] === 'string'));
    },

    async onlineIds() {
      const elsewhere = await registry.query((redis) => redis.hKeys(COUNTS_KEY)).catch(() => []);
      return [...new Set([...elsewhere, ...own.onlineIds()])];
    },
  };
}
