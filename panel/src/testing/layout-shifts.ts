import { onTestFinished } from 'vitest';

/** The browser's entry type, which TypeScript's library lacks. */
interface LayoutShift extends PerformanceEntry {
  readonly hadRecentInput: boolean;
  readonly sources: ReadonlyArray<{ readonly node?: Node | null }>;
}

/** So long without a shift, what is on the screen is there. */
const CALM_MS = 300;

/**
 * Watches the layout for the rest of the test, once nothing has moved for a while.
 * @returns the texts that have moved since, except after an input
 */
export async function watchShifts(): Promise<() => readonly string[]> {
  const moved: string[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (!hadRecentInput) moved.push(sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '').join(', '));
    }
  });
  observer.observe({ type: 'layout-shift' });
  onTestFinished(() => observer.disconnect());
  do {
    moved.length = 0;
    await new Promise((resolve) => setTimeout(resolve, CALM_MS));
  } while (moved.length > 0);
  return () => moved;
}
