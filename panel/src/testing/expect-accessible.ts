import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { setTheme } from '../lib/theme.ts';

/** The rules about colours, which are all that the themes differ in. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Rules about a whole page, of which a component is a part. */
const OF_A_PAGE = ['landmark-one-main', 'page-has-heading-one', 'region', 'document-title', 'html-has-lang'];
const NARROW = { width: 320, height: 640 };
const WIDE = { width: 1280, height: 800 };

async function runAxe(state: string, rules?: readonly string[]): Promise<void> {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY) animation.finish();
  }
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    ...(rules
      ? { runOnly: { type: 'rule', values: [...rules] } }
      : {
          rules: {
            'target-size': { enabled: true },
            ...Object.fromEntries(OF_A_PAGE.map((rule) => [rule, { enabled: false }])),
          },
        }),
  });
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
  );
  expect(found, `axe on ${state}`).toEqual([]);
}

/** How many px the page, or an open dialog, is wider than what is shown of it. */
function overflow(): number {
  const boxes = [document.documentElement, ...document.querySelectorAll('dialog[open]')];
  return Math.max(...boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
}

/** Checks that what is rendered passes axe in both themes, in a wide window and in one of 320 px, which it does not overflow. */
export async function expectAccessible(state: string): Promise<void> {
  for (const { width, height } of [NARROW, WIDE]) {
    const where = `${state}, ${width} px`;
    await page.viewport(width, height);
    await expect.poll(overflow, { message: `width of ${where}` }).toBeLessThanOrEqual(0);
    for (const theme of ['dark', 'light'] as const) {
      setTheme(theme);
      await runAxe(`${where}, ${theme}`, theme === 'dark' ? COLOUR_RULES : undefined);
    }
  }
}
