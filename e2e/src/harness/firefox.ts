import { type Browser, launch, type Page } from 'puppeteer-core';
import { pathsOfEngine } from '../../../scripts/lib/browsers.mjs';
import { ownAdmin } from './data.ts';
import type { Problems } from './problems.ts';
import { type ServerAccess, serverTest, signInEntries } from './server-test.ts';
import { type PageOptions, WIDE } from './test.ts';

const TIMEOUT_MS = 20_000;
const START_TIMEOUT_MS = 60_000;
const PREFERENCES = { 'intl.accept_languages': 'vi-VN, vi', 'ui.prefersReducedMotion': 1 };

export interface Firefox extends ServerAccess {
  /** An empty page in a new browser context; every problem on it fails the test. */
  newPage: (options?: Omit<PageOptions, 'theme'>) => Promise<Page>;
  /** The same, with an open screen. */
  open: (screen: string, options?: Omit<PageOptions, 'theme'>) => Promise<Page>;
  /** Another tab with the storage of this page, which goes to the background. */
  openTab: (beside: Page, screen: string) => Promise<Page>;
}

/** Tests in Debian's Firefox; Playwright's own is a build from outside Debian (docs/decisions/008). */
export const test = serverTest.extend<{ firefox: Firefox }, { firefoxBrowser: Browser }>({
  firefoxBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const browser = await launch({
        browser: 'firefox',
        executablePath: pathsOfEngine('firefox').browser,
        extraPrefsFirefox: PREFERENCES,
        env: { ...process.env, LC_ALL: 'C.UTF-8' },
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  firefox: async ({ firefoxBrowser, access, problems }, use, info) => {
    const pages: Page[] = [];
    const prepare = async (page: Page, viewport = WIDE) => {
      pages.push(page);
      page.setDefaultTimeout(TIMEOUT_MS);
      await page.setViewport(viewport);
      watchForProblems(page, problems);
      return page;
    };
    const newPage: Firefox['newPage'] = async ({ viewport, signedIn = true, as, baseUrl } = {}) => {
      const context = await firefoxBrowser.createBrowserContext();
      // In a window of its own: a tab in the background draws nothing.
      const page = await prepare(await context.newPage({ type: 'window' }), viewport);
      if (signedIn) {
        const entries = await signInEntries(access.db, as ?? (await ownAdmin(access)));
        await storeAtFirstLoad(page, new URL(baseUrl ?? access.system.baseUrl).origin, entries);
      }
      return page;
    };
    await use({
      ...access,
      newPage,
      open: async (screen, options) => {
        const page = await newPage(options);
        await page.goto(new URL(screen, options?.baseUrl ?? access.system.baseUrl).href);
        return page;
      },
      openTab: async (beside, screen) => {
        const page = await prepare(await beside.browserContext().newPage());
        await page.goto(new URL(screen, beside.url()).href);
        return page;
      },
    });
    problems.end();
    const hasFailed = info.status !== info.expectedStatus;
    for (const [index, page] of pages.entries()) {
      if (hasFailed) await page.screenshot({ path: `${info.outputPath(`page-${index + 1}`)}.png` });
    }
    for (const context of new Set(pages.map((page) => page.browserContext()))) await context.close();
  },
});

/** Watches a page. Firefox reports CSP violations as script errors. */
function watchForProblems(page: Page, { add }: Problems): void {
  page.on('console', (message) => {
    if (message.type() === 'error') add(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => add(`page: ${error instanceof Error ? error.stack : String(error)}`));
  page.on('dialog', (dialog) => {
    add(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

/** Fills the browser's storage once, before the first script of the first page. */
async function storeAtFirstLoad(page: Page, origin: string, entries: Record<string, string>): Promise<void> {
  const { identifier } = await page.evaluateOnNewDocument(
    (wantedOrigin, wanted) => {
      if (location.origin !== wantedOrigin) return;
      for (const [name, value] of Object.entries(wanted)) localStorage.setItem(name, value);
    },
    origin,
    entries,
  );
  page.once('domcontentloaded', () => void page.removeScriptToEvaluateOnNewDocument(identifier).catch(() => undefined));
}
