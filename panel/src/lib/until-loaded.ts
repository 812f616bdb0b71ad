import { createStore } from './create-store.ts';

/** The longest pause before a load that failed is repeated. */
const PAUSE_MS = 4_000;

type Load = () => Promise<unknown>;

/** Loads that have failed and are repeated; true for those whose place on the screen says so itself. */
const failing = new Map<Load, boolean>();
const waiting = new Set<() => void>();

/** Whether something is missing that nothing else on the screen reports. */
export const isCodeMissing = createStore(false);

function update(): void {
  isCodeMissing.set([...failing.values()].includes(false));
}

function repeatAll(): void {
  for (const repeat of waiting) repeat();
}
for (const chance of ['online', 'focus']) globalThis.addEventListener?.(chance, repeatAll);

function nextChance(): Promise<void> {
  return new Promise((resolve) => {
    const repeat = () => {
      clearTimeout(timer);
      waiting.delete(repeat);
      resolve();
    };
    const timer = setTimeout(repeat, PAUSE_MS);
    waiting.add(repeat);
  });
}

/**
 * Loads code, and repeats a failed load: after a pause, when the network is back, when the window is focused, and with
 * retryFailedLoads. Never rejects.
 * @param load a dynamic import; it must start a new attempt each time
 * @param isReported whether its place on the screen says that it is missing
 */
export async function untilLoaded<Code>(load: () => Promise<Code>, isReported = false): Promise<Code> {
  for (;;) {
    try {
      const code = await load();
      failing.delete(load);
      update();
      return code;
    } catch {
      failing.set(load, isReported);
      update();
      await nextChance();
    }
  }
}

/**
 * Repeats all failed loads now. If one fails although the server responds, reloads the page: some browsers keep a failed
 * import until then, and a newer release has other files.
 */
export async function retryFailedLoads(): Promise<void> {
  const outcomes = await Promise.allSettled([...failing.keys()].map((load) => load()));
  repeatAll();
  if (outcomes.every(({ status }) => status === 'fulfilled')) return;
  const isServerBack = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (isServerBack?.ok) window.location.reload();
}
