import type { Page } from '@playwright/test';
import { violationsInThemes } from './axe.ts';
import { drawn, lostText, widenText } from './wcag.ts';

/** A window's size in px. */
export interface Window {
  width: number;
  height: number;
}

export const WIDE_WINDOW: Window = { width: 1280, height: 800 };
const NARROW_WINDOW: Window = { width: 320, height: 640 };
/** For what opens in a screen, whose parts have component tests. */
export const TWO_WINDOWS: readonly Window[] = [WIDE_WINDOW, NARROW_WINDOW];
/** Has the controls and colours of the narrow window, which axe checks. */
const PHONE_WINDOW: Window = { width: 390, height: 844 };
const WINDOWS: readonly Window[] = [WIDE_WINDOW, PHONE_WINDOW, NARROW_WINDOW];

/** A page that was just resized may have more to render. */
const SETTLING_TRIES = 5;

/** The faults of a page as it is now, found by axe in both themes and by the layout's rules, also with wide text, in each of the windows. */
export async function faultsOf(page: Page, state: string, windows = WINDOWS): Promise<string[]> {
  const faults: string[] = [];
  for (const window of windows) {
    await page.setViewportSize(window);
    const found = await layoutFaults(page);
    if (window !== PHONE_WINDOW) found.push(...(await widenText(page)), ...(await violationsInThemes(page)));
    faults.push(...found.map((fault) => `${state}, ${window.width} px: ${fault}`));
  }
  return faults;
}

/** Text and controls that are cut off or over each other, and what scrolls sideways. */
export async function layoutFaults(page: Page): Promise<string[]> {
  let faults: string[] = [];
  for (let tries = 0; tries < SETTLING_TRIES; tries += 1) {
    await drawn(page);
    faults = [...(await lostText(page)), ...(await page.evaluate(findCutControls))];
    if (faults.length === 0) break;
  }
  return faults;
}

/** Runs in the page: controls that are partly outside of what can be scrolled into sight, and dialogs that scroll sideways. */
function findCutControls(): string[] {
  const faults: string[] = [];
  const htmlOf = (element: Element) => element.outerHTML.replace(/ class="[^"]*"/g, '').slice(0, 110);
  for (const dialog of document.querySelectorAll('dialog[open], [popover]:popover-open')) {
    if (dialog.scrollWidth > dialog.clientWidth) faults.push(`scrolls sideways: ${htmlOf(dialog)}`);
  }
  const controls = 'a[href], button, input, select, textarea, summary, [role="slider"]';
  for (const control of document.querySelectorAll<HTMLElement>(controls)) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (control.closest('[inert]') || control.matches(':not(:focus).-translate-y-16')) continue;
    const box = control.getBoundingClientRect();
    // Visually hidden ones, which their label stands for.
    if (box.width <= 1 || box.height <= 1) continue;
    let [left, right, top, bottom] = [0, document.documentElement.clientWidth, -Infinity, Infinity];
    let [scrollsX, scrollsY] = [false, false];
    for (let around = control.parentElement; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(around);
      const clip = around.getBoundingClientRect();
      scrollsX ||= overflowX === 'auto' || overflowX === 'scroll';
      scrollsY ||= overflowY === 'auto' || overflowY === 'scroll';
      if (!scrollsX && overflowX !== 'visible')
        [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
      if (!scrollsY && overflowY !== 'visible')
        [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
      if (position === 'fixed') break;
    }
    if (scrollsX) [left, right] = [-Infinity, Infinity];
    if (box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1) {
      faults.push(`cut off: ${htmlOf(control)}`);
    }
  }
  return faults;
}
