import type { BrowserContext, Page } from '@playwright/test';

/** What a page must not have done by the end of a test: errors in the console or in a script, breaches of the CSP. */
export interface Problems {
  /** Says that a problem is what the test is about, such as the browser's own line about a failed request. */
  expect: (pattern: RegExp) => void;
  unexpected: () => string[];
}

/** Listens to every page of a context. */
export function watchForProblems(context: BrowserContext): Problems {
  const found: string[] = [];
  const expected: RegExp[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') found.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => {
    found.push(`page: ${error.error().stack ?? error.error().message}`);
  });
  context.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return {
    expect: (pattern) => {
      expected.push(pattern);
    },
    unexpected: () => found.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
  };
}

/** What Chromium itself writes about an answer of this status, or about none at all. */
export const failedRequest = (status: number | 'network'): RegExp =>
  status === 'network'
    ? /Failed to load resource: net::ERR_/
    : new RegExp(`the server responded with a status of ${status}`);

type Fault = { status: number; body?: unknown } | 'network' | { delayMs: number } | { until: Promise<void> };

/**
 * Makes calls of the API to `path` fail or wait, from now on.
 * @returns what lets them through again; where they fail once the page rests
 */
export async function spoil(page: Page, path: string | RegExp, fault: Fault): Promise<() => Promise<void>> {
  const isDelay = fault !== 'network' && ('delayMs' in fault || 'until' in fault);
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
    // When its first connection stands the panel reads again by itself what had failed, and 'Thử lại' would be gone.
    if (!isDelay) await page.waitForLoadState('networkidle');
    await page.unroute(matches);
  };
}
