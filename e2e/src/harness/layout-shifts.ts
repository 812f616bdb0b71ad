import type { Page } from '@playwright/test';

/** What has moved on its own: by how much, and which elements. */
export interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** As browsers report it, which TypeScript's library does not know. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources?: ReadonlyArray<{ readonly node?: Node }>;
}

/** Notes every layout shift on the page from its next document on, but for those that follow an input. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    const nameOf = (node: Node | undefined) =>
      node instanceof Element ? `${node.localName}.${node.className}`.slice(0, 80) : String(node?.nodeName);
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (!hadRecentInput) shifts.push({ value, moved: (sources ?? []).map(({ node }) => nameOf(node)) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shifts });
  });
}

/** Those so far. */
export const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);

/** Their sum, which is no good measure for a page's whole life but for the few moments of a test. */
export const shifted = async (page: Page): Promise<number> =>
  (await shiftsOf(page)).reduce((sum, { value }) => sum + value, 0);
