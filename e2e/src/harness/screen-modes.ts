import type { Page } from '@playwright/test';
import { layoutFaults, WIDE_WINDOW } from './screen-check.ts';
import { doubleText, lostText, walk } from './wcag.ts';

/** A window of 1280 × 1024 px, magnified. */
const ZOOMS = [
  { zoom: '200 %', width: 640, height: 512 },
  { zoom: '400 %', width: 320, height: 256 },
] as const;
/** Longer ones are seen as motion. */
const LONGEST_MS = 10;

/** The faults of a page that is magnified: text cut off, and controls whose focus is not seen, or under a bar. */
export async function zoomFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const { zoom, ...window } of ZOOMS) {
    await page.setViewportSize(window);
    const found = await layoutFaults(page);
    if (zoom === '400 %') found.push(...(await walk(page)).faults);
    faults.push(...found.map((fault) => `${zoom}: ${fault}`));
  }
  return faults;
}

/** The lost texts of a page with the browser's text size doubled (1.4.4). */
export async function doubleTextFaults(page: Page): Promise<string[]> {
  await page.setViewportSize(WIDE_WINDOW);
  const halve = await doubleText(page);
  const faults = await lostText(page);
  await halve();
  return faults;
}

/** The faults of a page in forced colours: controls without an edge, and a chosen option that looks like the others. */
export async function forcedColourFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const faults = await page.evaluate(findUnseen);
  await page.emulateMedia({ forcedColors: 'none' });
  return faults.map((fault) => `forced colours: ${fault}`);
}

/** The elements that move although less motion is wanted. */
export async function motionFaults(page: Page): Promise<string[]> {
  const faults = await page.evaluate((longest) => {
    const faults: string[] = [];
    for (const { effect, playState } of document.getAnimations()) {
      const duration = Number(effect?.getComputedTiming().activeDuration ?? 0);
      const moved = effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 110) : '';
      if (playState === 'running' && duration > longest) faults.push(`moves for ${duration} ms: ${moved}`);
    }
    return faults;
  }, LONGEST_MS);
  return faults.map((fault) => `less motion: ${fault}`);
}

/** The faults of a page on paper, in the dark theme too: dark grounds, controls, and cut texts. */
export async function printFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const faults = await page.evaluate(findUnprintable);
  await page.emulateMedia({ media: 'screen' });
  return faults;
}

/** Runs in the page. */
function findUnprintable(): string[] {
  const faults: string[] = [];
  const htmlOf = (element: Element) => element.outerHTML.replace(/ class="[^"]*"/g, '').slice(0, 110);
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  for (const ground of [document.documentElement, document.body]) {
    const { backgroundColor } = getComputedStyle(ground);
    if (backgroundColor !== 'rgb(255, 255, 255)') faults.push(`${ground.tagName} is not white: ${backgroundColor}`);
  }
  const pressed = 'nav, aside, body header:has(+ main), [role="tablist"], [data-sonner-toast], input, select, textarea';
  for (const part of document.querySelectorAll(`${pressed}, button[title], button[aria-keyshortcuts]`)) {
    if (isSeen(part) && !part.querySelector('img')) faults.push(`is printed: ${htmlOf(part)}`);
  }
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  /** Between 0, black, and 1, white; undefined for a clear colour. */
  const lightnessOf = (colour: string): number | undefined => {
    if (!canvas) return undefined;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return alpha < 128 ? undefined : (0.3 * red + 0.59 * green + 0.11 * blue) / 255;
  };
  for (const part of document.querySelectorAll('main, main *')) {
    if (!isSeen(part) || part.closest('.sr-only, svg')) continue;
    const { backgroundColor, color, overflowX, overflowY, position, webkitLineClamp, textOverflow } =
      getComputedStyle(part);
    if ((lightnessOf(backgroundColor) ?? 1) < 0.8) faults.push(`a dark ground: ${htmlOf(part)}`);
    if (part.textContent && (lightnessOf(color) ?? 0) > 0.6) faults.push(`a light text: ${htmlOf(part)}`);
    const isCut = [overflowX, overflowY].some((overflow) => overflow !== 'visible');
    const isLonger = part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
    if (isCut && isLonger) faults.push(`is cut: ${htmlOf(part)}`);
    if (webkitLineClamp !== 'none' || (textOverflow === 'ellipsis' && isCut)) faults.push(`shortened: ${htmlOf(part)}`);
    if (position === 'sticky' || position === 'fixed') faults.push(`stays in sight: ${htmlOf(part)}`);
  }
  return faults;
}

/** Runs in the page. */
function findUnseen(): string[] {
  const faults: string[] = [];
  const htmlOf = (element: Element) => element.outerHTML.replace(/ class="[^"]*"/g, '').slice(0, 110);
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const hasEdge = (element: Element) => {
    const { outlineStyle, outlineWidth, borderBottomStyle, borderBottomWidth } = getComputedStyle(element);
    const isDrawn = (style: string, width: string) => style !== 'none' && Number.parseFloat(width) > 0;
    return isDrawn(outlineStyle, outlineWidth) || isDrawn(borderBottomStyle, borderBottomWidth);
  };
  const controls =
    'button:not([role="menuitem"]), select, textarea, input:not([type="checkbox"], [type="radio"], [type="range"])';
  for (const control of document.querySelectorAll(controls)) {
    const isEdged = hasEdge(control) || (control.parentElement !== null && hasEdge(control.parentElement));
    if (isSeen(control) && !isEdged) faults.push(`no edge: ${htmlOf(control)}`);
  }
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.cssText = 'forced-color-adjust: none; background: SelectedItem';
  const ground = getComputedStyle(probe).backgroundColor;
  probe.remove();
  const chosen = '[aria-selected="true"], [aria-pressed="true"], [aria-checked="true"], [aria-current]';
  for (const one of document.querySelectorAll(chosen)) {
    if (one instanceof HTMLInputElement || !isSeen(one)) continue;
    if (getComputedStyle(one).backgroundColor !== ground) faults.push(`looks like the others: ${htmlOf(one)}`);
  }
  return faults;
}
