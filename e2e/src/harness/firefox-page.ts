import type { Locator, Page } from 'puppeteer-core';
import { eventually } from './test.ts';
import { named } from './xpaths.ts';

/*
 * Elements of a page in Firefox by XPath (xpaths.ts): it answers a search by accessible name with a walk through its whole
 * accessibility tree, which takes a second on a list.
 */

const selector = (...path: string[]) => `::-p-xpath(${path.join('')})`;

/** The first element of this path; what is done with it waits until it is there, visible and enabled. */
export const find = (page: Page, ...path: string[]): Locator<Element> => page.locator(selector(...path));
/** Waits until an element is shown. */
export const shown = async (page: Page, ...path: string[]): Promise<void> =>
  void (await page.waitForSelector(selector(...path), { visible: true }));
/** Waits until no such element is shown. */
export const gone = async (page: Page, ...path: string[]): Promise<void> =>
  void (await page.waitForSelector(selector(...path), { hidden: true }));
/** The texts of all elements of a path. */
export const textsOf = (page: Page, ...path: string[]): Promise<string[]> =>
  page.$$eval(selector(...path), (elements) => elements.map(({ textContent }) => textContent));
/** Waits until a field has this value. */
export const hasValue = (page: Page, field: string, value: string): Promise<void> =>
  eventually(() => page.$$eval(selector(field), ([element]) => (element as HTMLInputElement | undefined)?.value)).toBe(
    value,
  );

/** Waits for the screen with this title. */
export const waitForScreen = (page: Page, title: string): Promise<void> => shown(page, named('h1', title));
