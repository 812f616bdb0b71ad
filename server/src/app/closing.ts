import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/logger.ts';

/** Of a part that has nothing to wait for. */
const PART_TIMEOUT_MS = 2_000;
const TOO_LATE = Symbol('too late');

/** Something that was opened. */
export interface ClosingPart {
  what: string;
  close: () => Promise<void> | void;
  timeoutMs?: number;
}

/** What has been opened so far, to be closed in the reverse order: a part that fails or hangs keeps no other open. */
export function createClosing(log: Pick<Log, 'warn' | 'error'>) {
  const groups: ClosingPart[][] = [];
  let closing: Promise<void> | null = null;

  async function closePart({ what, close, timeoutMs = PART_TIMEOUT_MS }: ClosingPart): Promise<void> {
    const timer = new AbortController();
    const tooLate = sleep(timeoutMs, TOO_LATE, { signal: timer.signal });
    tooLate.catch(() => undefined);
    try {
      const first = await Promise.race([Promise.resolve().then(close), tooLate]);
      if (first === TOO_LATE) log.warn(`${what} did not end in time`);
    } catch (error) {
      log.error({ err: error, what }, 'shutdown step failed');
    } finally {
      timer.abort();
    }
  }

  async function closeGroups(): Promise<void> {
    for (const parts of groups.toReversed()) await Promise.all(parts.map(closePart));
  }

  return {
    /** Those that are added together are closed at the same time. */
    add: (...parts: ClosingPart[]): void => void groups.push(parts),

    /** Closes everything, once. */
    closeAll: (): Promise<void> => {
      closing ??= closeGroups();
      return closing;
    },
  };
}
export type Closing = ReturnType<typeof createClosing>;
