import { By, until, type WebDriver, type WebElement } from 'selenium-webdriver';
import { eventually } from './test.ts';
import { named } from './xpaths.ts';

const TIMEOUT_MS = 20_000;

/** The first element of this path (xpaths.ts), once it is shown. */
export async function find(page: WebDriver, ...path: string[]): Promise<WebElement> {
  const found = await page.wait(until.elementLocated(By.xpath(path.join(''))), TIMEOUT_MS);
  return page.wait(until.elementIsVisible(found), TIMEOUT_MS);
}

/** Waits until no such element is in the document. */
export const gone = (page: WebDriver, ...path: string[]): Promise<void> =>
  eventually(async () => (await page.findElements(By.xpath(path.join('')))).length).toBe(0);

/** Presses keys on whatever has the focus. */
export const press = (page: WebDriver, ...keys: string[]): Promise<void> =>
  page
    .actions()
    .sendKeys(...keys)
    .perform();

/** Waits for the screen with this title. */
export const waitForScreen = async (page: WebDriver, title: string): Promise<void> =>
  void (await find(page, named('h1', title)));
