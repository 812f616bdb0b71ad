import { setTimeout as sleep } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { newId } from '../ids.ts';
import type { Log } from '../logger.ts';
import { separateEntry } from './joined-entries.ts';
import type { RedisClient } from './redis-client.ts';
import { createStreamReader, type StreamEntry } from './stream-reader.ts';
import { createStreamWriter } from './stream-writer.ts';

const STREAM_KEY = 'hai-dang:events';
const PULSE_INTERVAL_MS = 2_000;
/** While Redis is away it is looked for more often. */
const LOOK_INTERVAL_MS = 250;
const PULSE_TIMEOUT_MS = 6_000;

/** What the stream itself has to say. */
const PULSE = 'pulse';
const DROPPED = 'dropped';

type NoteListener = (text: string) => void;

/**
 * What servers tell each other: one Redis stream that all write to and all read. Each sends a pulse through it and waits
 * until it comes back, so that it knows whether it hears the others.
 */
export function createNodeStream({ client, log }: { client: RedisClient; log: Log }) {
  const ownId = newId();
  const readingClient = client.duplicate();
  const reader = createStreamReader(readingClient, STREAM_KEY);
  const writer = createStreamWriter(client, STREAM_KEY, ownId);
  const listeners = new Map<string, NoteListener[]>();
  const gapListeners: Array<() => void> = [];
  /** How often the connection was lost so far. */
  let losses = 0;
  /** Ends the wait for a pulse that will not come back. */
  let interrupt: () => void = () => undefined;
  let isFlowing = false;
  let isAwayTold = false;
  let isClosed = false;

  function lost(error: unknown): void {
    losses += 1;
    isFlowing = false;
    interrupt();
    if (isAwayTold || isClosed) return;
    isAwayTold = true;
    log.warn({ err: error }, 'Redis is away: events between servers wait until it is back');
  }
  for (const each of [client, readingClient]) each.on('error', lost);

  function flows(): void {
    isFlowing = true;
    if (isAwayTold) log.info('Redis is back');
    isAwayTold = false;
    for (const listener of gapListeners) listener();
  }

  async function pulse(): Promise<void> {
    if (!client.isReady) return;
    const lossesBefore = losses;
    try {
      const id = await pTimeout(writer.append({ from: ownId, note: PULSE }), { milliseconds: PULSE_TIMEOUT_MS });
      // Not before it is known that Redis takes anything.
      writer.resend();
      const interrupted = new Promise<void>((resolve) => {
        interrupt = resolve;
      });
      await pTimeout(Promise.race([reader.until(id), interrupted]), { milliseconds: PULSE_TIMEOUT_MS });
    } catch (error) {
      lost(error);
    }
    if (losses !== lossesBefore) return;
    if (!isFlowing) flows();
    // As long as there is no room even for this, at the next pulse.
    if (writer.takeDropped()) tell(DROPPED, '');
  }

  async function keepPulse(): Promise<void> {
    while (!isClosed) {
      await pulse();
      await sleep(isFlowing ? PULSE_INTERVAL_MS : LOOK_INTERVAL_MS, undefined, { ref: false });
    }
  }

  function tell(note: string, text: string): void {
    writer.write({ from: ownId, note, text });
  }

  function hear({ fields: { from, note, text = '' } }: StreamEntry): void {
    if (note === undefined || from === ownId) return;
    if (note === DROPPED) for (const listener of gapListeners) listener();
    for (const listener of listeners.get(note) ?? []) listener(text);
  }

  async function keepReading(): Promise<void> {
    while (!isClosed) {
      const entries = await reader.read();
      for (const entry of entries.flatMap((each) => separateEntry(each, ownId))) {
        try {
          hear(entry);
        } catch (error) {
          log.error({ err: error }, 'handling an event of another server failed');
        }
      }
      const last = entries.at(-1);
      if (last) reader.passed(last.id);
    }
  }

  return {
    /** Begins to read, and to look whether what it writes comes back. */
    start(): void {
      readingClient.connect().catch(() => undefined);
      void keepReading();
      void keepPulse();
    },

    /** Whether servers hear each other now, as far as this one knows. */
    isFlowing: (): boolean => isFlowing,

    /** How much the other servers are still to be told. */
    countWaiting: (): number => writer.countWaiting(),

    /** Tells all other servers something; it waits while Redis is away. */
    tell,

    /** Calls `listener` with what other servers tell under this name. */
    onTold: (note: string, listener: NoteListener): void =>
      void listeners.set(note, [...(listeners.get(note) ?? []), listener]),

    /** Calls `listener` when others are heard again, or have dropped something: who listens to this server has missed it. */
    onGap: (listener: () => void): void => void gapListeners.push(listener),

    close(): void {
      isClosed = true;
      readingClient.destroy();
    },
  };
}
export type NodeStream = ReturnType<typeof createNodeStream>;
