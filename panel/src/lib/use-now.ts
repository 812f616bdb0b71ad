import { useSyncExternalStore } from 'react';

const CLOCK_STEP_MS = 15_000;

/** One clock for all that show it: a list has many rows. */
const watchers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function watch(notify: () => void): () => void {
  if (watchers.size === 0) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of watchers) each();
    }, CLOCK_STEP_MS);
  }
  watchers.add(notify);
  return () => {
    watchers.delete(notify);
    if (watchers.size === 0) clearInterval(timer);
  };
}

/** The time of the running clock; while none runs, that of the first look. */
function read(): number {
  if (watchers.size === 0 && Date.now() - now >= CLOCK_STEP_MS) now = Date.now();
  return now;
}

/** The time, a quarter of a minute old at most: for what is shown relative to it. */
export const useNow = (): number => useSyncExternalStore(watch, read, read);
