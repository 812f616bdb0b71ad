import { clusterKey, NODES_KEY, type NodeRegistry } from '../../lib/cluster/node-registry.ts';
import type { Presence, PresenceChange } from './presence.ts';

/** A change that this server has seen first: of its own sockets, or of those of a server that has died. */
export interface SharedPresenceChange extends PresenceChange {
  /** False where another server has a socket of the same user: then nothing has changed for anybody else. */
  isNews: boolean;
}

/** Who has a socket open at any server, or had one a moment ago. */
export interface SharedPresence extends Pick<Presence, 'join' | 'leave' | 'clear'> {
  /** Of these, those who are online. While Redis is unavailable, those connected to this server. */
  areOnline(userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Everybody who is. */
  onlineIds(): Promise<string[]>;
  isLocal(userId: string): boolean;
  /** Those who are at this server. */
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
  onChange: (listener) => own.onChange((change) => listener({ ...change, isNews: true })),
});

/** How many servers have sockets of each user who is online. */
const COUNTS_KEY = clusterKey('online');
const idsKeyOf = (nodeId: string) => clusterKey(`online:${nodeId}`);
const AT_ONCE = 500;

/** All three: which users have come or gone, for everybody. The first two: false where this server is unknown. */
const COME = `
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
const GO = `${REMOVE_ONE}
  if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return false end
  local gone = {}
  if redis.call('SREM', KEYS[3], ARGV[2]) == 1 then remove(ARGV[2], gone) end
  return gone`;
/** @returns first how many were looked at */
const FORGET = `${REMOVE_ONE}
  local ids = redis.call('SPOP', KEYS[3], ARGV[2])
  local gone = {}
  for _, id in ipairs(ids) do remove(id, gone) end
  table.insert(gone, 1, tostring(#ids))
  return gone`;

/** Presence over all servers of a Redis: each counts its own sockets, Redis the servers of each user. */
export function createSharedPresence(own: Presence, registry: NodeRegistry): SharedPresence {
  const listeners: Array<(change: SharedPresenceChange) => void> = [];
  const tell = (change: SharedPresenceChange) => {
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
  async function isNews({ userId, isOnline }: PresenceChange): Promise<boolean> {
    const nodeId = registry.nodeId();
    if (nodeId === null) return true;
    const changed = await run(isOnline ? COME : GO, nodeId, userId).catch(() => null);
    return changed === null || changed.includes(userId);
  }

  own.onChange((change) => void isNews(change).then((news) => tell({ ...change, isNews: news })));

  registry.register({
    async publish(nodeId) {
      const ids = own.onlineIds();
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        // Whoever has gone meanwhile has already been said to have gone.
        const present = ids.slice(from, from + AT_ONCE).filter(own.isOnline);
        if (present.length > 0) await run(COME, nodeId, ...present);
      }
    },
    async evict(deadNodeId) {
      for (let isDone = false; !isDone; ) {
        const [looked, ...gone] = (await run(FORGET, deadNodeId, String(AT_ONCE))) ?? ['0'];
        for (const userId of gone) tell({ userId, isOnline: false, isNews: true });
        isDone = Number(looked) < AT_ONCE;
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
