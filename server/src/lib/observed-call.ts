/** A call to another system that is over. */
export interface ObservedCall {
  /** A name of our own list or that system's, never from client input. */
  name: string;
  durationMs: number;
  /** Why it failed, if it did. */
  error?: unknown;
}

export type CallObserver = (call: ObservedCall) => void;

/** Runs `work` and reports its duration and error to `observe`; its result or error is passed on. */
export async function observeCall<T>(observe: CallObserver, name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const durationMs = () => performance.now() - start;
  try {
    const result = await work();
    observe({ name, durationMs: durationMs() });
    return result;
  } catch (error) {
    observe({ name, durationMs: durationMs(), error });
    throw error;
  }
}
