/**
 * Runs `work` once the browser has nothing more urgent to do, at the latest after `latestMs`; in a browser that does not
 * know, after the current task.
 * @returns cancels it
 */
export function whenIdle(work: () => void, latestMs: number): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: latestMs });
  return () => cancelIdleCallback(handle);
}
