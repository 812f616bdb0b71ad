import type { Page } from '@playwright/test';

/** The most that a font that comes late may shift: its glyphs are nearly as wide as those of the fallback font. */
export const FONT_SHIFT = 0.001;

/** One layout shift: its score, and the elements and texts that moved. */
export interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** The browser's entry type, which TypeScript's library lacks. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources?: ReadonlyArray<{ readonly node?: Node }>;
}

/** Records every layout shift of the page from its next document on, except those after an input. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    const nameOf = (node: Node | undefined) =>
      (node instanceof Element
        ? `${node.localName}.${node.className}`
        : `${node?.nodeName} ${node?.textContent}`
      ).slice(0, 80);
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (!hadRecentInput) shifts.push({ value, moved: (sources ?? []).map(({ node }) => nameOf(node)) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shifts });
  });
}

/** The shifts so far. */
export const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);

/** Their sum. Not the CLS of a whole page life, but sufficient for the short time of a test. */
export const shifted = async (page: Page): Promise<number> =>
  (await shiftsOf(page)).reduce((sum, { value }) => sum + value, 0);
