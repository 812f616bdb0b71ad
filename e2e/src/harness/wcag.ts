import type { Page } from '@playwright/test';

const MOST_STOPS = 250;
/** A date field has four tab stops: day, month, year and calendar. */
const MOST_PARTS = 4;

/** The problem of one tab stop; empty if there is none. */
interface Stop {
  id: number;
  html: string;
  fault: string;
}

/**
 * Walks through a page with Tab, from its beginning to its end, and back: the focus order follows the reading order,
 * the focus is visible and not covered (2.4.3, 2.4.7, 2.4.11), and never trapped (2.1.2).
 * @returns the problems and the number of tab stops
 */
export async function walk(page: Page): Promise<{ faults: string[]; stops: number }> {
  const faults: string[] = [];
  let stops = 0;
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    (window as unknown as { visited: HTMLElement[] }).visited = [];
    window.scrollTo(0, 0);
  });
  for (const key of ['Tab', 'Shift+Tab']) {
    const seen = new Set<number>();
    let [first, previous, parts] = [-1, -1, 1];
    for (let presses = 0; presses <= MOST_STOPS; presses += 1) {
      await page.keyboard.press(key);
      const stop = await page.evaluate(judgeFocus, { previous, forward: key === 'Tab' });
      // After the last stop Tab leaves the page or starts again at its beginning.
      if (stop === null || stop.id === first) break;
      parts = stop.id === previous ? parts + 1 : 1;
      if (parts > 1 && parts <= MOST_PARTS) continue;
      if (seen.has(stop.id)) {
        faults.push(`${key}: caught by ${stop.html}`);
        break;
      }
      if (presses === 0) first = stop.id;
      if (presses === MOST_STOPS) faults.push(`${key} finds no end`);
      if (stop.fault !== '') faults.push(`${key}: ${stop.fault}`);
      seen.add(stop.id);
      previous = stop.id;
    }
    stops = Math.max(stops, seen.size);
  }
  return { faults, stops };
}

/** Runs in the page: checks the focused element. @returns null without one, at the end of the page */
function judgeFocus({ previous, forward }: { previous: number; forward: boolean }): Stop | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const known = (window as unknown as { visited: HTMLElement[] }).visited;
  // An off-screen row of a long list is rendered anew.
  const sourceOf = (one: HTMLElement) => one.outerHTML.replaceAll(' style=""', '');
  const isSame = (one: HTMLElement) => one === element || (!one.isConnected && sourceOf(one) === sourceOf(element));
  let id = known.findIndex(isSame);
  if (id === -1) id = known.push(element) - 1;
  known[id] = element;
  const html = element.outerHTML.replace(/ class="[^"]*"/g, '').slice(0, 110);
  const faults: string[] = [];

  const before = known[previous];
  const wanted = forward ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  if (before?.isConnected && !(before.compareDocumentPosition(element) & wanted)) faults.push('not in reading order');
  const box = element.getBoundingClientRect();
  if (before?.isConnected) {
    // Where the style sheet reorders elements.
    let common: Element | null = before;
    while (common && !common.contains(element)) common = common.parentElement;
    const isMoved = [before, element].some((one) => {
      for (let part: Element | null = one; part && part !== common; part = part.parentElement) {
        if (getComputedStyle(part).order !== '0') return true;
      }
      return common !== null && getComputedStyle(common).flexDirection.endsWith('reverse');
    });
    const [first, second] = forward ? [before.getBoundingClientRect(), box] : [box, before.getBoundingClientRect()];
    const isBelow = second.top >= first.bottom - 1;
    const isBeside = second.bottom > first.top && second.left >= first.left;
    if (isMoved && !isBelow && !isBeside) faults.push('its place is not that of its order');
  }

  // The focus ring of an invisible element, such as the slider over the chart, is drawn by its container.
  const judged = getComputedStyle(element).opacity === '0' ? element.parentElement : element;
  const isDrawn = [undefined, '::after', '::before'].some((part) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(judged ?? element, part);
    const isClear = /^rgba\(.*, 0\)$|\/ 0\)$/.test(outlineColor);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && !isClear;
  });
  // The calendar button of a date field has the focus, and the browser draws its ring.
  const isInside = !element.matches(':focus');
  if (!isDrawn && !isInside) faults.push('no focus to be seen');

  const { pointerEvents } = element.style;
  element.style.pointerEvents = 'auto';
  const shares = [0.1, 0.5, 0.9];
  // Of what is higher than the window a part is enough.
  const isHigh = box.height > innerHeight;
  const top = isHigh ? Math.max(0, box.top) : box.top;
  const bottom = isHigh ? Math.min(innerHeight, box.bottom) : box.bottom;
  const isShown = shares.some((x) =>
    shares.some((y) => {
      const hit = document.elementFromPoint(box.left + box.width * x, top + (bottom - top) * y);
      return (
        hit !== null &&
        (element.contains(hit) || hit.contains(element) || (hit instanceof HTMLLabelElement && hit.control === element))
      );
    }),
  );
  element.style.pointerEvents = pointerEvents;
  if (!isShown) faults.push('covered or out of sight');
  return { id, html, fault: faults.length > 0 ? `${faults.join(', ')}: ${html}` : '' };
}

/** WCAG 1.4.12. */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/**
 * Applies the text spacing of 1.4.12 to a page: no text is clipped, no text overlaps other text, and nothing new
 * scrolls horizontally. Text with an ellipsis may be shortened further.
 */
export async function widenText(page: Page): Promise<string[]> {
  const usual = new Set(await page.evaluate(findLostText));
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, TEXT_SPACING);
  await drawn(page);
  const lost = await page.evaluate(findLostText);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return lost.filter((fault) => !usual.has(fault)).map((fault) => `wide text: ${fault}`);
}

const TEXT_PX = 16;

/**
 * Doubles the browser's default text size (1.4.4), of the page as it is and of those opened in it later.
 * @returns puts it back
 */
export async function doubleText(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const setSize = async (px: number) => {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
    await drawn(page);
  };
  await setSize(2 * TEXT_PX);
  return () => setSize(TEXT_PX);
}

/** The clipped and overlapping texts of a page. */
export async function lostText(page: Page): Promise<string[]> {
  const px = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  return (await page.evaluate(findLostText)).map((fault) => `text of ${px}: ${fault}`);
}

/** Waits for the next render. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Runs in the page: clipped or overlapping text, and whether the page is wider than the window. */
function findLostText(): string[] {
  // Scrolled content passes under bars that stay. Scrolled back below, before a list renders other rows.
  const { scrollX, scrollY } = window;
  window.scrollTo(0, 0);
  const LAYERS = 'header, footer, dialog, [popover], [role="listbox"]';
  const faults: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push('the page is wider than the window');
  const isShortened = (element: Element) => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(element);
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
  };
  // Scrolled content passes under a bar at the bottom too.
  const layerOf = (element: Element | null): Element | null => {
    if (!element || element.matches(LAYERS)) return element;
    const { position, bottom } = getComputedStyle(element);
    if (position === 'fixed' || (position === 'sticky' && bottom !== 'auto')) return element;
    return layerOf(element.parentElement);
  };
  const lines: Array<{ element: Element; text: string; box: DOMRect }> = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    if (element.closest('[inert], script, style, option, [aria-hidden="true"]')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let shortened = false;
    let clip: { element: Element; box: DOMRect } | null = null;
    let scroller: DOMRect | null = null;
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      shortened ||= isShortened(box);
      const { overflowX, overflowY } = getComputedStyle(box);
      if ([overflowX, overflowY].some((one) => one === 'auto' || one === 'scroll')) {
        scroller = box.getBoundingClientRect();
        break;
      }
      if (!clip && [overflowX, overflowY].some((one) => one === 'hidden' || one === 'clip')) {
        clip = { element: box, box: box.getBoundingClientRect() };
      }
    }
    // Visually hidden text for screen readers.
    if (clip && clip.box.width <= 1) continue;
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      const isCut =
        clip &&
        (box.right > clip.box.right + 2 ||
          box.left < clip.box.left - 2 ||
          box.bottom > clip.box.bottom + 6 ||
          box.top < clip.box.top - 6);
      if (isCut && !shortened) faults.push(`cut off: ${text.slice(0, 50)}`);
      const [top, bottom] = [Math.max(0, scroller?.top ?? 0), Math.min(innerHeight, scroller?.bottom ?? innerHeight)];
      if (!shortened && box.top < bottom && box.bottom > top) lines.push({ element, text, box });
    }
  }
  for (const [index, one] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element))
        continue;
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // Line boxes touch: they are higher than the glyphs.
      if (width <= 2 || height <= Math.min(one.box.height, other.box.height) / 2) continue;
      // Scrolled content passes under header and footer, and all content is behind a dialog or menu.
      if (layerOf(one.element) !== layerOf(other.element)) continue;
      faults.push(`over each other: ${one.text.slice(0, 40)} / ${other.text.slice(0, 40)}`);
    }
  }
  window.scrollTo(scrollX, scrollY);
  return [...new Set(faults)];
}

/**
 * Records from the start of a page each live region that is inserted with its text: screen readers announce a change
 * only in a region that already exists (4.1.3). Alerts are announced on insertion.
 */
export async function watchLiveRegions(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const found: string[] = [];
    (window as unknown as { spoken: string[] }).spoken = found;
    const look = (node: Node) => {
      if (!(node instanceof Element)) return;
      for (const region of [node, ...node.querySelectorAll('*')]) {
        if (!region.matches('[role="status"], [aria-live="polite"]')) continue;
        const text = region.textContent?.trim() ?? '';
        if (text !== '') found.push(text.slice(0, 80));
      }
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) look(node);
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
}

/**
 * Waits until a live region that exists before `act` contains `text`.
 * @throws if none does
 */
export async function expectAnnounced(page: Page, text: string | RegExp, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => {
    for (const region of document.querySelectorAll('[role="status"], [aria-live="polite"]')) {
      region.setAttribute('data-was-there', '');
    }
  });
  await act();
  await page.locator('[data-was-there]').filter({ hasText: text }).first().waitFor({ state: 'attached' });
}
