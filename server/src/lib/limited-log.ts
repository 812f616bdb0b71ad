import type { Log } from './logger.ts';

const PAUSE_MS = 10_000;

/** A part of {@link Log}: lines with fields and a text that is always the same. */
export interface LimitedLog {
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/**
 * A log for what a client can cause as often as it likes: of one text one line in ten seconds, and the next says how
 * many there were meanwhile.
 * @param now milliseconds of a monotonic clock
 */
export function createLimitedLog(
  log: Pick<Log, 'warn' | 'error'>,
  now: () => number = () => performance.now(),
): LimitedLog {
  const written = new Map<string, { at: number; left: number }>();

  const limited = (level: 'warn' | 'error') => (fields: object, text: string) => {
    const at = now();
    const last = written.get(text);
    if (last && at - last.at < PAUSE_MS) {
      last.left += 1;
      return;
    }
    written.set(text, { at, left: 0 });
    log[level](last?.left ? { ...fields, leftOut: last.left } : fields, text);
  };
  return { warn: limited('warn'), error: limited('error') };
}
