import type { Locator, Page } from 'puppeteer-core';
import { eventually } from './test.ts';

/*
 * Elements of a page in Firefox, as XPaths that can be joined: an element, and one inside it. Firefox answers a search by accessible
 * name with a walk through its whole accessibility tree, which takes a second on a list.
 */

/** An element by its tag and name: its aria-label, its label's text, or its own text, beside which a button may print its key. */
export const named = (tag: string, name: string): string => {
  const isName = `normalize-space()="${name}"`;
  return `//${tag}[@aria-label="${name}" or @id=//label[${isName}]/@for or ${isName} or span[${isName}]]`;
};
/** An element that contains a text. */
export const having = (tag: string, text: string): string => `//${tag}[contains(normalize-space(), "${text}")]`;
/** A row of a list. */
export const row = (text: string): string => `//*[@data-row][contains(., "${text}")]`;
export const dialog = (title: string): string => `//dialog[.//h2[normalize-space()="${title}"]]`;
export const toast = (text: string): string => `//*[@data-sonner-toast][contains(., "${text}")]`;

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
