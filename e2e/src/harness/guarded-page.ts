import type { BrowserContext, Page } from '@playwright/test';
import type { Problems } from './problems.ts';

/** Prefix of the server's rejecting packet, in Engine.IO and Socket.IO framing. */
const SOCKET_IO_CONNECTED = '40';

/** Watches all pages of a context. */
export function watchForProblems(context: BrowserContext, { add }: Problems): void {
  context.on('console', (message) => {
    if (message.type() === 'error') add(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => {
    add(`page: ${error.error().stack ?? error.error().message}`);
  });
  context.on('dialog', (dialog) => {
    add(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

/** Chromium's own console message for a response of this status, or for no response. */
export const failedRequest = (status: number | 'network'): RegExp =>
  status === 'network'
    ? /Failed to load resource: net::ERR_/
    : new RegExp(`the server responded with a status of ${status}`);

type Fault = { status: number; body?: unknown } | 'network' | { delayMs: number } | { until: Promise<void> };

/**
 * Makes API calls to `path` fail or wait, from now on.
 * @returns a function that lets them through again; for failing calls it waits until the page is idle
 */
export async function spoil(page: Page, path: string | RegExp, fault: Fault): Promise<() => Promise<void>> {
  const isDelay = fault !== 'network' && ('delayMs' in fault || 'until' in fault);
  const firstConnection = untilFirstConnection(page);
  const matches = (url: URL) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname));
  await page.route(matches, async (route) => {
    if (fault === 'network') return route.abort('connectionfailed');
    if ('delayMs' in fault) {
      await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
      return route.continue();
    }
    if ('until' in fault) {
      await fault.until;
      return route.continue();
    }
    return route.fulfill({
      status: fault.status,
      contentType: 'application/json',
      body: JSON.stringify(fault.body ?? { success: false, message: '', code: 'INTERNAL_ERROR', requestId: 'test' }),
    });
  });
  return async () => {
    // On its first connection the panel refetches failed queries by itself, and 'Thử lại' would disappear.
    if (!isDelay) {
      await firstConnection();
      await page.waitForLoadState('networkidle');
    }
    await page.unroute(matches);
  };
}

/** @returns a function that waits until the next socket of the page, if there is one, is connected or closed */
function untilFirstConnection(page: Page): () => Promise<unknown> {
  let settled: Promise<unknown> = Promise.resolve();
  page.once('websocket', (socket) => {
    const isConnected = ({ payload }: { payload: string | Buffer }) => String(payload).startsWith(SOCKET_IO_CONNECTED);
    settled = Promise.race([
      socket.waitForEvent('framereceived', { predicate: isConnected, timeout: 0 }),
      socket.waitForEvent('close', { timeout: 0 }),
    ]).catch(() => undefined);
  });
  return () => settled;
}
