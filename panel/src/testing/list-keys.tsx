import { type ReactNode, useEffect, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { press, whenAdded } from './first-frame.ts';
import { renderPanel } from './render-panel.tsx';

interface List {
  readonly render: () => ReactNode;
  readonly path?: string;
  /** Responds with three rows at least. */
  readonly respond: () => void;
  /** The selector of a row. */
  readonly row?: string;
}

const TOGGLE = 'toggle-screen';

/** Shows a screen, leaves it and shows it again, as a route does: with its data, and outside of what a test waits for. */
function Toggled({ children }: { readonly children: ReactNode }) {
  const [isShown, setIsShown] = useState(true);
  useEffect(() => {
    const toggle = () => setIsShown((before) => !before);
    window.addEventListener(TOGGLE, toggle);
    return () => window.removeEventListener(TOGGLE, toggle);
  }, []);
  return isShown && children;
}

async function toggle(isShown: () => boolean, expected: boolean): Promise<void> {
  window.dispatchEvent(new Event(TOGGLE));
  await expect.poll(isShown).toBe(expected);
}

/** Waits until the row at this index, from the top, or what is in it, has the focus. */
const expectFocused = (selector: string, index: number) =>
  expect
    .poll(() => [...document.querySelectorAll(selector)].findIndex((row) => row.contains(document.activeElement)))
    .toBe(index);

/** The keys that every list has: j and k, from the first frame of its rows on. */
export function testListKeys(name: string, { render, path, respond, row = '[data-row]' }: List): void {
  describe(`${name}: keys`, () => {
    test('j in the first frame of the rows → the first row has the focus', async () => {
      respond();
      const isShown = () => document.querySelector(row) !== null;
      await renderPanel(<Toggled>{render()}</Toggled>, path);
      await expect.poll(isShown).toBe(true);
      await toggle(isShown, false);
      whenAdded(row, () => press('j'));
      await toggle(isShown, true);
      await expectFocused(row, 0);
    });

    test('j, j and k → the first row has the focus, the second, and the first', async () => {
      respond();
      await renderPanel(render(), path);
      await expect.poll(() => document.querySelectorAll(row).length).toBeGreaterThan(2);
      for (const [key, index] of [
        ['j', 0],
        ['j', 1],
        ['k', 0],
      ] as const) {
        await userEvent.keyboard(key);
        await expectFocused(row, index);
      }
    });
  });
}
