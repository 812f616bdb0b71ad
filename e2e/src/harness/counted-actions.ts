import { expect, type Locator, type Page } from '@playwright/test';

/** Counts what an administrator does: each click, key press and scroll is one action. */
export interface Actions {
  readonly count: () => number;
  /** Fails for a control that would have to be scrolled into sight first. */
  readonly click: (target: Locator) => Promise<void>;
  /** Opens a select and chooses: two actions. */
  readonly choose: (select: Locator, value: string) => Promise<void>;
  /** Where the administrator has aimed, whatever is there by now. */
  readonly clickAt: (point: { readonly x: number; readonly y: number }) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  readonly scroll: (byPx: number) => Promise<void>;
}

export function countActions(page: Page): Actions {
  let count = 0;
  return {
    count: () => count,
    async click(target) {
      await target.waitFor();
      await expect(target).toBeInViewport({ ratio: 1 });
      count += 1;
      await target.click();
    },
    async choose(select, value) {
      await expect(select).toBeInViewport({ ratio: 1 });
      count += 2;
      await select.selectOption(value);
    },
    async clickAt({ x, y }) {
      count += 1;
      await page.mouse.click(x, y);
    },
    async press(key) {
      count += 1;
      await page.keyboard.press(key);
    },
    async scroll(byPx) {
      count += 1;
      await page.mouse.wheel(0, byPx);
    },
  };
}
