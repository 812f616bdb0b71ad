import { setTimeout as sleep } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { newId } from '../ids.ts';
import type { Log } from '../logger.ts';
import { unpackEntry } from './entry-batch.ts';
import type { RedisClient } from './redis-client.ts';
import { createStreamReader, type StreamEntry } from './stream-reader.ts';
import { createStreamWriter } from './stream-writer.ts';

const STREAM_KEY = 'hai-dang:events';
const HEARTBEAT_INTERVAL_MS = 2_000;
/** More often while Redis is away. */
const RECONNECT_INTERVAL_MS = 250;
const HEARTBEAT_TIMEOUT_MS = 6_000;

/** The stream's own topics. */
const HEARTBEAT = 'heartbeat';
const DROPPED = 'dropped';

type Listener = (text: string) => void;

/**
 * Ordered publish and subscribe between servers, over one Redis stream that all write to and all read. Each server reads
 * back its own heartbeat, which also detects a hung Redis.
 */
export function createNodeStream({ client, log }: { client: RedisClient; log: Log }) {
  const ownId = newId();
  const readingClient = client.duplicate();
  const reader = createStreamReader(readingClient, STREAM_KEY);
  const writer = createStreamWriter(client, STREAM_KEY, ownId);
  const listeners = new Map<string, Listener[]>();
  const gapListeners: Array<() => void> = [];
  /** How often the connection was lost so far. */
  let losses = 0;
  /** Aborts the wait for a heartbeat that was lost. */
  let interrupt: () => void = () => undefined;
  let isConnected = false;
  let isAwayLogged = false;
  let isClosed = false;

  function onDisconnected(error: unknown): void {
    losses += 1;
    isConnected = false;
    interrupt();
    if (isAwayLogged || isClosed) return;
    isAwayLogged = true;
    log.warn({ err: error }, 'Redis is away: events between servers wait until it is back');
  }
  for (const each of [client, readingClient]) each.on('error', onDisconnected);

  function onConnected(): void {
    isConnected = true;
    if (isAwayLogged) log.info('Redis is back');
    isAwayLogged = false;
    for (const listener of gapListeners) listener();
  }

  async function heartbeat(): Promise<void> {
    if (!client.isReady) return;
    const lossesBefore = losses;
    try {
      const id = await pTimeout(writer.append({ from: ownId, topic: HEARTBEAT }), {
        milliseconds: HEARTBEAT_TIMEOUT_MS,
      });
      // Entries are written again only once it is known that Redis takes anything.
      writer.resend();
      const interrupted = new Promise<void>((resolve) => {
        interrupt = resolve;
      });
      await pTimeout(Promise.race([reader.waitFor(id), interrupted]), { milliseconds: HEARTBEAT_TIMEOUT_MS });
    } catch (error) {
      onDisconnected(error);
    }
    if (losses !== lossesBefore) return;
    if (!isConnected) onConnected();
    // The next heartbeat tries again as long as there is no room even for this.
    if (writer.takeDropped()) publish(DROPPED, '');
  }

  async function keepHeartbeat(): Promise<void> {
    while (!isClosed) {
      await heartbeat();
      await sleep(isConnected ? HEARTBEAT_INTERVAL_MS : RECONNECT_INTERVAL_MS, undefined, { ref: false });
    }
  }

  function publish(topic: string, text: string): void {
    writer.write({ from: ownId, topic, text });
  }

  function receive({ fields: { from, topic, text = '' } }: StreamEntry): void {
    if (topic === undefined || from === ownId) return;
    if (topic === DROPPED) for (const listener of gapListeners) listener();
    for (const listener of listeners.get(topic) ?? []) listener(text);
  }

  async function keepReading(): Promise<void> {
    while (!isClosed) {
      const entries = await reader.read();
      for (const entry of entries.flatMap((each) => unpackEntry(each, ownId))) {
        try {
          receive(entry);
        } catch (error) {
          log.error({ err: error }, 'handling an event of another server failed');
        }
      }
      const last = entries.at(-1);
      if (last) reader.acknowledge(last.id);
    }
  }

  return {
    /** Begins to read, and to send heartbeats. */
    start(): void {
      readingClient.connect().catch(() => undefined);
      void keepReading();
      void keepHeartbeat();
    },

    /** Whether the last heartbeat came back, and nothing has failed since. */
    isConnected: (): boolean => isConnected,

    /** How many events are not known to be in the stream yet. */
    countPending: (): number => writer.countPending(),

    /** Sends `text` to the subscribers at all other servers; it waits while Redis is away. */
    publish,

    /** Calls `listener` with what other servers publish under `topic`. */
    subscribe: (topic: string, listener: Listener): void =>
      void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),

    /** Calls `listener` when events of other servers may have been missed: after a reconnect, or when one had to drop some. */
    onGap: (listener: () => void): void => void gapListeners.push(listener),

    close(): void {
      isClosed = true;
      readingClient.destroy();
    },
  };
}
export type NodeStream = ReturnType<typeof createNodeStream>;
