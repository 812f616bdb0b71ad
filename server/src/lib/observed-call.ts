/** A call to another system that is over. */
export interface ObservedCall {
  /** Of a list of our own or of that system's, never what somebody sends. */
  name: string;
  durationMs: number;
  /** Why it failed, if it did. */
  error?: unknown;
}

export type CallObserver = (call: ObservedCall) => void;

/** Does `work` and tells of it; what it gives and throws is passed on. */
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
