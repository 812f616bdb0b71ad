import pTimeout from 'p-timeout';
import type { Log } from '../lib/logger.ts';

/** Default timeout of a step. */
const STEP_TIMEOUT_MS = 2_000;

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
    const fallback = () => log.warn(`${what} did not end in time`);
    try {
      await pTimeout(Promise.resolve().then(close), { milliseconds: timeoutMs, fallback });
    } catch (error) {
      log.error({ err: error, what }, 'shutdown step failed');
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
