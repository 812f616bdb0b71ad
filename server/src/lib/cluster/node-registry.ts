import { setTimeout as sleep } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { newId } from '../ids.ts';
import type { Log } from '../logger.ts';
import type { RedisClient } from './redis-client.ts';

const HEARTBEAT_INTERVAL_MS = 2_000;
/** A server without a heartbeat for this long is dead. */
const DEAD_AFTER_MS = 6_000;
const RETRY_MS = 250;
const TIMEOUT_MS = 2_000;

/** One slot of a Redis Cluster for all that belongs together. */
export const clusterKey = (name: string): string => `{hai-dang}:${name}`;
export const NODES_KEY = clusterKey('nodes');
const DEAD_KEY = clusterKey('dead');
/** Since when this Redis has the state of servers: it has been empty before. */
const SINCE_KEY = clusterKey('nodes-since');

const NOW = `local t = redis.call('TIME') local now = t[1] * 1000 + math.floor(t[2] / 1000) `;
/**
 * A server that was evicted must rejoin under another id. @returns 0 for an evicted one, else 1; how long Redis has had
 * any state, in ms; the dead servers
 */
const HEARTBEAT_SCRIPT = `${NOW}
  local known = redis.call('ZSCORE', KEYS[1], ARGV[1])
  if known or ARGV[3] == '1' then redis.call('ZADD', KEYS[1], now, ARGV[1]) else return {'0', '0'} end
  redis.call('SET', KEYS[3], now, 'NX')
  for _, node in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))) do
    redis.call('ZREM', KEYS[1], node) redis.call('SADD', KEYS[2], node)
  end
  local dead = redis.call('SMEMBERS', KEYS[2])
  table.insert(dead, 1, tostring(now - redis.call('GET', KEYS[3])))
  table.insert(dead, 1, '1')
  return dead`;

/** The prefix of the ids of this release's servers, which also write who is listed online; the one before has none. */
const RELEASE = '1-';
/** Whether a server is of this release, or of a later one. */
export const isOfThisRelease = (nodeId: string): boolean => nodeId.startsWith(RELEASE);

/** The state of a feature in Redis for each server. */
export interface NodeState {
  /** This server has a new id: writes all of its state under that. */
  publish(nodeId: string): Promise<void>;
  /** Deletes the state of a dead server. Several servers may do so at once. */
  evict(deadNodeId: string): Promise<void>;
  /** Is called after each heartbeat, with the ids of all servers. */
  check?(nodeIds: readonly string[]): void;
}

/**
 * Knows which servers are alive, by a heartbeat every two seconds; any other server deletes what a dead one has left.
 * After a lost connection a server rejoins under another id, so that stale state is never taken for current.
 */
export function createNodeRegistry({ client, log }: { client: RedisClient; log: Log }) {
  const states: NodeState[] = [];
  let nodeId: string | null = null;
  let filledSince = 0;
  let isFailureLogged = false;
  let isStopped = false;
  client.on('error', () => {
    nodeId = null;
  });

  async function heartbeat(id: string, isNew: boolean): Promise<{ isKnown: boolean; dead: string[] }> {
    const reply = await client.eval(HEARTBEAT_SCRIPT, {
      keys: [NODES_KEY, DEAD_KEY, SINCE_KEY],
      arguments: [id, String(DEAD_AFTER_MS), isNew ? '1' : '0'],
    });
    const [known, age, ...dead] = Array.isArray(reply) ? reply.map(String) : [];
    filledSince = performance.now() - Number(age);
    return { isKnown: known !== '0', dead };
  }

  async function rejoin(): Promise<void> {
    const id = `${RELEASE}${newId()}`;
    await heartbeat(id, true);
    nodeId = id;
    for (const state of states) await state.publish(id);
  }

  async function tick(): Promise<void> {
    if (nodeId === null) await rejoin();
    if (nodeId === null) return;
    const { isKnown, dead } = await heartbeat(nodeId, false);
    if (!isKnown) nodeId = null;
    for (const each of dead) {
      for (const state of states) await state.evict(each);
      await client.sRem(DEAD_KEY, each);
    }
    if (nodeId === null) return;
    const nodeIds = await client.zRange(NODES_KEY, 0, -1);
    for (const state of states) state.check?.(nodeIds);
  }

  async function keepHeartbeat(): Promise<void> {
    while (!isStopped) {
      try {
        if (client.isReady) {
          await pTimeout(tick(), { milliseconds: DEAD_AFTER_MS });
          isFailureLogged = false;
        }
      } catch (error) {
        nodeId = null;
        // That Redis is away is logged by the stream.
        if (client.isReady && !isFailureLogged) {
          isFailureLogged = true;
          log.warn({ err: error }, 'cluster heartbeat failed; retrying');
        }
      }
      await sleep(nodeId === null ? RETRY_MS : HEARTBEAT_INTERVAL_MS, undefined, { ref: false });
    }
  }

  return {
    /** This server's current id; null while it has none, Redis being away. */
    nodeId: (): string | null => nodeId,
    /** False until all servers have had the time to write their states into a Redis that was empty. */
    isSettled: (): boolean => nodeId !== null && performance.now() - filledSince >= DEAD_AFTER_MS,
    /** States that a script has not found this server's id. */
    markEvicted(id: string): void {
      if (nodeId === id) nodeId = null;
    },
    register: (state: NodeState): void => void states.push(state),
    start: (): void => void keepHeartbeat(),
    /** The others delete what it has left, once it counts as dead. */
    stop(): void {
      isStopped = true;
    },

    /**
     * Redis's response.
     * @throws {Error} when it is away, or takes too long
     */
    query: <T>(run: (redis: RedisClient) => Promise<T>): Promise<T> =>
      pTimeout(run(client), { milliseconds: TIMEOUT_MS }),
  };
}
export type NodeRegistry = ReturnType<typeof createNodeRegistry>;
