import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 25;
const WATCH_MS = 200;
/** Far beyond the bar, so that a late response is measured and not aborted. */
const HEALTH_TIMEOUT_MS = 10_000;

/** @returns the status of `GET /health/ready`; 0 without a response */
const readiness = (url: string): Promise<number> =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );

/**
 * Waits until the server is ready.
 * @returns the elapsed milliseconds
 * @throws {Error} if it is not ready by then
 */
export async function untilHealthy(url: string, timeoutMs: number): Promise<number> {
  const startedAt = performance.now();
  while ((await readiness(url)) !== 200) {
    if (performance.now() - startedAt > timeoutMs) throw new Error(`not ready after ${timeoutMs / 1_000} s`);
    await sleep(POLL_MS);
  }
  return performance.now() - startedAt;
}

/** Polls the health until it is stopped. */
export function watchHealth(url: string) {
  const seen: Array<{ status: number; tookMs: number }> = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const status = await readiness(url);
      seen.push({ status, tookMs: performance.now() - startedAt });
      await sleep(WATCH_MS);
    }
  })();
  return {
    /** @returns the duration of the slowest response, in milliseconds, and the different statuses */
    async stop(): Promise<{ slowestMs: number; statuses: number[] }> {
      isOver = true;
      await watching;
      return {
        slowestMs: Math.max(...seen.map(({ tookMs }) => tookMs)),
        statuses: [...new Set(seen.map(({ status }) => status))],
      };
    },
  };
}
