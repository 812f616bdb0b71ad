import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Runs every rule of axe on what the page shows now. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // What fades in is judged when it stands.
  await page.evaluate(async () => {
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(comesToAnEnd)
        .map((animation) => animation.finished),
    );
    function comesToAnEnd(animation: Animation) {
      return animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
    }
  });
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    }));
  });
  expect(violations, `axe on ${state}`).toEqual([]);
}

/** No part of the page may need scrolling sideways to be read. */
export async function expectNoSidewaysScroll(page: Page, state: string): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth, `width of ${state}`).toBeLessThanOrEqual(clientWidth);
}
