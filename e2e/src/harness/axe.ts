import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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
  const { violations } = await new AxeBuilder({ page })
    // Otherwise each look opens a page for what frames have found, and there are no frames.
    .setLegacyMode()
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .analyze();
  const found: object[] = [];
  for (const { id, impact, nodes } of violations) {
    for (const { html, failureSummary, target } of nodes) {
      if (id === 'target-size' && (await page.locator(String(target[0])).first().evaluate(isUnderBar))) continue;
      found.push({ id, impact, html, failureSummary });
    }
  }
  expect(found, `axe on ${state}`).toEqual([]);
}

/** What is scrolled halfway under something that stands still is as large as before once it is scrolled back. */
function isUnderBar(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [top + 1, bottom - 1].some((y) => {
    const hit = document.elementFromPoint((left + right) / 2, y);
    for (let bar = hit; bar && !bar.contains(element); bar = bar.parentElement) {
      if (['sticky', 'fixed'].includes(getComputedStyle(bar).position)) return true;
    }
    return false;
  });
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
