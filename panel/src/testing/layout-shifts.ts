import { onTestFinished } from 'vitest';

/** The browser's entry type, which TypeScript's library lacks. */
interface LayoutShift extends PerformanceEntry {
  readonly hadRecentInput: boolean;
  readonly sources: ReadonlyArray<{ readonly node?: Node | null }>;
}

/**
 * Watches the layout after the next render, for the rest of the test.
 * @returns the texts that have moved since, except after an input
 */
export async function watchShifts(): Promise<() => readonly string[]> {
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  const moved: string[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (!hadRecentInput) moved.push(sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '').join(', '));
    }
  });
  observer.observe({ type: 'layout-shift' });
  onTestFinished(() => observer.disconnect());
  return () => moved;
}
