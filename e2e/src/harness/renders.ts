import type { Locator, Page } from 'playwright-core';

/**
 * Counts from now on how often React renders what draws an element: it then gives the element another object of props.
 * @returns reads the count, once what the last event has changed is drawn, what is put off included
 */
export async function countRenders(element: Locator): Promise<() => Promise<number>> {
  const counted = await element.evaluateHandle((node) => {
    const key = Object.keys(node).find((name) => name.startsWith('__reactProps$'));
    if (key === undefined) throw new Error('React keeps the props of an element elsewhere');
    let props: unknown = Reflect.get(node, key);
    const renders = { count: 0 };
    Object.defineProperty(node, key, {
      configurable: true,
      get: () => props,
      set: (next: unknown) => {
        props = next;
        renders.count += 1;
      },
    });
    return renders;
  });
  return async () => {
    await drawn(element.page());
    return counted.evaluate(({ count }) => count);
  };
}

const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(() => setTimeout(resolve, 50)))),
  );
