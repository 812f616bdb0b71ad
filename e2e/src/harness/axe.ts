import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Runs every rule of axe on what the page shows now, that of WCAG 2.2 too, which axe leaves out unless asked. */
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
  // Half a megabyte: not again where it is already.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    });
    /** What is scrolled halfway under something that stands still is as large as before once it is scrolled back. */
    function isUnderBar(selector: unknown): boolean {
      const element = document.querySelector(String(selector));
      const { left, right, top, bottom } = element?.getBoundingClientRect() ?? new DOMRect();
      return [top + 1, bottom - 1].some((y) => {
        const hit = document.elementFromPoint((left + right) / 2, y);
        for (let bar = hit; bar && !bar.contains(element); bar = bar.parentElement) {
          if (['sticky', 'fixed'].includes(getComputedStyle(bar).position)) return true;
        }
        return false;
      });
    }
    return violations
      .map(({ id, impact, nodes }) => ({
        id,
        impact,
        nodes: nodes
          .filter(({ target }) => id !== 'target-size' || !isUnderBar(target[0]))
          .map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
      }))
      .filter(({ nodes }) => nodes.length > 0);
  });
  expect(violations, `axe on ${state}`).toEqual([]);
}

/** What every state of a screen has to be in both themes: accessible, and no wider than the window. */
export async function expectSound(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    await expectAccessible(page, `${state}, ${colorScheme}`);
    await expectNoSidewaysScroll(page, `${state}, ${colorScheme}`);
  }
}

/** No part of the page may need scrolling sideways to be read. */
export async function expectNoSidewaysScroll(page: Page, state: string): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth, `width of ${state}`).toBeLessThanOrEqual(clientWidth);
}
