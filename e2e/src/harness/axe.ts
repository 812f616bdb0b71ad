import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules about colours, which are all that the themes differ in. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Runs every axe rule on the current page, including the WCAG 2.2 rule that axe disables by default.
 * @param rules only these
 */
async function violationsOn(page: Page, rules?: readonly string[]): Promise<object[]> {
  // Transitions are finished before the check.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });
  // Once for each document: its half a megabyte takes longer to read than many a page to check.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(violationsOf, {
    resultTypes: ['violations'],
    ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : { rules: { 'target-size': { enabled: true } } }),
  } satisfies axe.RunOptions);
  const found: object[] = [];
  for (const { id, impact, nodes } of violations) {
    for (const { html, failureSummary, target } of nodes) {
      if (id === 'target-size' && (await page.locator(String(target[0])).first().evaluate(isUnderBar))) continue;
      found.push({ id, impact, html, failureSummary });
    }
  }
  return found;
}

/** The violations that axe finds in both themes: every rule in the light one, the rules about colours in the dark one. */
export async function violationsInThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    const violations = await violationsOn(page, colorScheme === 'dark' ? COLOUR_RULES : undefined);
    found.push(...violations.map((violation) => `${colorScheme}: ${JSON.stringify(violation)}`));
  }
  return found;
}

/** Runs in the browser. Behind a modal dialog is nothing that can be reached: it is checked where the dialog is closed. */
async function violationsOf(options: axe.RunOptions): Promise<axe.Result[]> {
  const part = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(part, options);
  return violations;
}

/** A target half hidden under a sticky element by scrolling has its full size after scrolling back. */
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
