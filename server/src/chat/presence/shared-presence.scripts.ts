import { clusterKey, NODES_KEY } from '../../lib/cluster/node-registry.ts';

/** How many servers have sockets of each user who is online: a hash, which servers of every release write. */
export const COUNTS_KEY = clusterKey('online');
/** The users who are listed, by when they were last seen: a sorted set. */
export const SEEN_KEY = clusterKey('online:by-last-seen');
/** The listed users who are verified: a set. */
export const VERIFIED_KEY = clusterKey('online:verified');
/** The server that compares the two layouts at the moment. */
export const COMPARING_KEY = clusterKey('online:comparing');
/** The users of one server: a set. */
const idsKeyOf = (nodeId: string) => clusterKey(`online:${nodeId}`);

/** The keys of the scripts below. */
export const scriptKeys = (nodeId: string): string[] => [
  NODES_KEY,
  COUNTS_KEY,
  idsKeyOf(nodeId),
  SEEN_KEY,
  VERIFIED_KEY,
];

/**
 * This server's users of `ARGV`, each with a time. @returns those who have come online; false where this server is
 * unknown
 */
export const JOIN_SCRIPT = `
  if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return false end
  local come = {}
  for i = 2, #ARGV, 2 do
    local id = ARGV[i]
    if redis.call('SADD', KEYS[3], id) == 1 and redis.call('HINCRBY', KEYS[2], id, 1) == 1 then
      redis.call('ZADD', KEYS[4], ARGV[i + 1], id)
      come[#come + 1] = id
    end
  end
  return come`;

const REMOVE_ONE = `
  local function remove(id, gone)
    if redis.call('HINCRBY', KEYS[2], id, -1) > 0 then return end
    redis.call('HDEL', KEYS[2], id)
    redis.call('ZREM', KEYS[4], id)
    redis.call('SREM', KEYS[5], id)
    gone[#gone + 1] = id
  end`;

/** One user of this server. @returns the user if they have gone offline; false where this server is unknown */
export const LEAVE_SCRIPT = `${REMOVE_ONE}
  if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return false end
  local gone = {}
  if redis.call('SREM', KEYS[3], ARGV[2]) == 1 then remove(ARGV[2], gone) end
  return gone`;

/** Some users of a dead server. @returns how many there were, then those who have gone offline */
export const EVICT_SCRIPT = `${REMOVE_ONE}
  local ids = redis.call('SPOP', KEYS[3], ARGV[2])
  local gone = {}
  for _, id in ipairs(ids) do remove(id, gone) end
  table.insert(gone, 1, tostring(#ids))
  return gone`;

/** Some users: id, when last seen ('' for an account that is not listed), '1' for verified. KEYS: counts, seen, verified. */
export const DESCRIBE_SCRIPT = `
  for i = 1, #ARGV, 3 do
    local id, at = ARGV[i], ARGV[i + 1]
    if at ~= '' and redis.call('HEXISTS', KEYS[1], id) == 1 then
      redis.call('ZADD', KEYS[2], 'GT', at, id)
      redis.call(ARGV[i + 2] == '1' and 'SADD' or 'SREM', KEYS[3], id)
    else
      redis.call('ZREM', KEYS[2], id)
      redis.call('SREM', KEYS[3], id)
    end
  end`;

/**
 * A page after a position, of which only the rank is needed: its user is put there for a moment, wherever they are by now.
 * KEYS: seen. ARGV: limit, time and id of the position. @returns ids and times in turn
 */
export const PAGE_SCRIPT = `
  local from = 0
  if ARGV[2] then
    local now = redis.call('ZSCORE', KEYS[1], ARGV[3])
    redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
    from = redis.call('ZREVRANK', KEYS[1], ARGV[3])
    if now then
      redis.call('ZADD', KEYS[1], now, ARGV[3])
      if tonumber(now) >= tonumber(ARGV[2]) then from = from + 1 end
    else
      redis.call('ZREM', KEYS[1], ARGV[3])
    end
  end
  return redis.call('ZRANGE', KEYS[1], from, from + ARGV[1] - 1, 'REV', 'WITHSCORES')`;
