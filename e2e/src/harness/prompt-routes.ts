import type { Page } from '@playwright/test';

/** Answered without a session, and asked by no screen. */
const PROBE = '/health/live';

/**
 * Makes `page.route` wait until it has effect: Chromium gives a page that is open already its interception a moment after it has
 * said so, and the next request would slip by.
 */
export function routePromptly(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...args) => {
    const routed = await route(...args);
    await untilIntercepted(page, route);
    return routed;
  };
}

async function untilIntercepted(page: Page, route: Page['route']): Promise<void> {
  let isIntercepted = false;
  const isProbe = (url: URL): boolean => url.pathname === PROBE;
  await route(isProbe, (probe) => {
    isIntercepted = true;
    return probe.fulfill({ status: 204 });
  });
  // A page that has not been opened yet is intercepted from its first request on.
  while (!isIntercepted && page.url().startsWith('http') && !page.isClosed()) {
    await page.evaluate((path) => fetch(path), PROBE).catch(() => undefined);
  }
  await page.unroute(isProbe);
}
