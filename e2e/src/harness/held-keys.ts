import type { Page } from '@playwright/test';

const KEYS = { Tab: 9, ArrowDown: 40, ArrowUp: 38 } as const;
const SHIFT = 8;

export type HeldKey = keyof typeof KEYS;

/**
 * Holds a key for `times` repeats. The repeats do not wait for the page, like those of a keyboard: several may occur
 * within one frame.
 */
export async function holdKey(page: Page, key: HeldKey, times: number, { shift = false } = {}): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const event = { key, code: key, windowsVirtualKeyCode: KEYS[key], modifiers: shift ? SHIFT : 0 };
  const presses = Array.from({ length: times }, (_, index) =>
    devtools.send('Input.dispatchKeyEvent', { ...event, type: 'rawKeyDown', autoRepeat: index > 0 }),
  );
  await Promise.all(presses);
  await devtools.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
  await devtools.detach();
}

/**
 * Records which elements get the focus from now on: the text of the first `name` in the closest `place`, or '' outside
 * of all places. Consecutive repeats count once.
 * @returns a function that reads the records and clears them
 */
export async function watchFocus(page: Page, place: string, name: string): Promise<() => Promise<string[]>> {
  await page.evaluate(
    (looked) => {
      const visited: string[] = [];
      Reflect.set(window, 'visitedByFocus', visited);
      document.addEventListener('focusin', ({ target }) => {
        const around = target instanceof Element ? target.closest(looked.place) : null;
        const text = around?.querySelector(looked.name)?.textContent ?? around?.textContent ?? '';
        if (visited.at(-1) !== text) visited.push(text);
      });
    },
    { place, name },
  );
  return () =>
    page.evaluate(() => (Reflect.get(window, 'visitedByFocus') as string[]).splice(0, Number.POSITIVE_INFINITY));
}
