import { setTimeout as sleep } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { newId } from '../ids.ts';
import type { Log } from '../logger.ts';
import type { RedisClient } from './redis-client.ts';

const BEAT_INTERVAL_MS = 2_000;
/** A server that has not been heard of for so long is dead. */
const DEAD_AFTER_MS = 6_000;
const RETRY_MS = 250;
const TIMEOUT_MS = 2_000;

/** One slot of a Redis Cluster for all that belongs together. */
export const clusterKey = (name: string): string => `{hai-dang}:${name}`;
export const NODES_KEY = clusterKey('nodes');
const DEAD_KEY = clusterKey('dead');

const NOW = `local t = redis.call('TIME') local now = t[1] * 1000 + math.floor(t[2] / 1000) `;
/** A server that the others took for dead must come again under another name. @returns the dead, first 0 for such a one */
const BEAT = `${NOW}
  local known = redis.call('ZSCORE', KEYS[1], ARGV[1])
  if known or ARGV[3] == '1' then redis.call('ZADD', KEYS[1], now, ARGV[1]) else return {'0'} end
  for _, node in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))) do
    redis.call('ZREM', KEYS[1], node) redis.call('SADD', KEYS[2], node)
  end
  local dead = redis.call('SMEMBERS', KEYS[2])
  table.insert(dead, 1, '1')
  return dead`;

/** What a feature keeps of each server in Redis. */
export interface NodePart {
  /** This server has a new name: write all of it under that. */
  announce(nodeId: string): Promise<void>;
  /** Takes away what a dead server has left. Several servers may do so at once. */
  forget(deadNodeId: string): Promise<void>;
}

/**
 * Which servers are alive: each says so every two seconds, and whoever notices that one is dead takes away what it has
 * left. After a lost connection a server comes again under another name, so that nothing old mixes with the new.
 */
export function createNodeRegistry({ client, log }: { client: RedisClient; log: Log }) {
  const parts: NodePart[] = [];
  let nodeId: string | null = null;
  let isFailureTold = false;
  let isStopped = false;
  client.on('error', () => {
    nodeId = null;
  });

  async function beat(id: string, isNew: boolean): Promise<string[]> {
    const reply = await client.eval(BEAT, {
      keys: [NODES_KEY, DEAD_KEY],
      arguments: [id, String(DEAD_AFTER_MS), isNew ? '1' : '0'],
    });
    return Array.isArray(reply) ? reply.map(String) : [];
  }

  async function comeUnderNewName(): Promise<void> {
    const id = newId();
    await beat(id, true);
    nodeId = id;
    for (const part of parts) await part.announce(id);
  }

  async function look(): Promise<void> {
    if (nodeId === null) await comeUnderNewName();
    if (nodeId === null) return;
    const [isKnown, ...dead] = await beat(nodeId, false);
    if (isKnown === '0') nodeId = null;
    for (const each of dead) {
      for (const part of parts) await part.forget(each);
      await client.sRem(DEAD_KEY, each);
    }
  }

  async function keepBeating(): Promise<void> {
    while (!isStopped) {
      try {
        if (client.isReady) {
          await pTimeout(look(), { milliseconds: DEAD_AFTER_MS });
          isFailureTold = false;
        }
      } catch (error) {
        nodeId = null;
        // That Redis is away is told by the stream.
        if (client.isReady && !isFailureTold) {
          isFailureTold = true;
          log.warn({ err: error }, 'cluster heartbeat failed; retrying');
        }
      }
      await sleep(nodeId === null ? RETRY_MS : BEAT_INTERVAL_MS, undefined, { ref: false });
    }
  }

  return {
    /** This server's present name; null while it has none, Redis being away. */
    nodeId: (): string | null => nodeId,
    /** Says that a script has found this server unknown. */
    isUnknown(id: string): void {
      if (nodeId === id) nodeId = null;
    },
    register: (part: NodePart): void => void parts.push(part),
    start: (): void => void keepBeating(),
    /** What it has left is taken away by the others, once it counts as dead. */
    stop(): void {
      isStopped = true;
    },

    /**
     * What Redis answers.
     * @throws {Error} when it is away, or takes too long
     */
    ask: <T>(question: (redis: RedisClient) => Promise<T>): Promise<T> =>
      pTimeout(question(client), { milliseconds: TIMEOUT_MS }),
  };
}
export type NodeRegistry = ReturnType<typeof createNodeRegistry>;
