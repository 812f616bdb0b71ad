import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/logger.ts';

/** Default timeout of a step. */
const STEP_TIMEOUT_MS = 2_000;
const TIMED_OUT = Symbol('too late');

/** A resource to close at shutdown. */
export interface ShutdownStep {
  what: string;
  close: () => Promise<void> | void;
  timeoutMs?: number;
}

/** Graceful shutdown: closes what was opened in the reverse order. A step that fails or hangs does not stop the others. */
export function createShutdown(log: Pick<Log, 'warn' | 'error'>) {
  const groups: ShutdownStep[][] = [];
  let closing: Promise<void> | null = null;

  async function runStep({ what, close, timeoutMs = STEP_TIMEOUT_MS }: ShutdownStep): Promise<void> {
    const timer = new AbortController();
    const tooLate = sleep(timeoutMs, TIMED_OUT, { signal: timer.signal });
    tooLate.catch(() => undefined);
    try {
      const first = await Promise.race([Promise.resolve().then(close), tooLate]);
      if (first === TIMED_OUT) log.warn(`${what} did not end in time`);
    } catch (error) {
      log.error({ err: error, what }, 'shutdown step failed');
    } finally {
      timer.abort();
    }
  }

  async function runGroups(): Promise<void> {
    for (const parts of groups.toReversed()) await Promise.all(parts.map(runStep));
  }

  return {
    /** Steps that are added together run concurrently. */
    add: (...parts: ShutdownStep[]): void => void groups.push(parts),

    /** Closes everything, once. */
    closeAll: (): Promise<void> => {
      closing ??= runGroups();
      return closing;
    },
  };
}
export type Shutdown = ReturnType<typeof createShutdown>;
