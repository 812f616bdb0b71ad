import type { Page } from '@playwright/test';
import { layoutFaults } from './screen-check.ts';
import { walk } from './wcag.ts';

/** A window of 1280 × 1024 px, magnified. */
const ZOOMS = [
  { zoom: '200 %', width: 640, height: 512 },
  { zoom: '400 %', width: 320, height: 256 },
] as const;
/** Longer ones are seen as motion. */
const LONGEST_MS = 10;

/** What is wrong with a page that is magnified: what is cut off, and controls whose focus is not seen, or under a bar. */
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

/** What is not seen with the few colours that somebody has chosen: edges of controls, and what is chosen among several. */
export async function forcedColourFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const faults = await page.evaluate(findUnseen);
  await page.emulateMedia({ forcedColors: 'none' });
  return faults.map((fault) => `forced colours: ${fault}`);
}

/** What moves although less motion is wanted. */
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
  const controls = 'button, select, textarea, input:not([type="checkbox"], [type="radio"], [type="range"])';
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
    if (getComputedStyle(one).backgroundColor !== ground) faults.push(`not told from others: ${htmlOf(one)}`);
  }
  return faults;
}
