import { type BrowserContext, expect, type Page } from '@playwright/test';
import { ownAdmin } from './data.ts';
import { watchForProblems } from './guarded-page.ts';
import { routePromptly } from './prompt-routes.ts';
import { type Account, type ServerAccess, serverTest, signInEntries } from './server-test.ts';

const POLL_MS = 50;

/** Tag of keyboard tests: they run in each installed browser (playwright.config.ts). */
export const BY_KEYBOARD = { tag: '@keyboard' };

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 320, height: 640 };
type Theme = 'light' | 'dark';

/** The two windows of what differs between a wide and a narrow one; one in the light theme, one in the dark. */
export const SIZES: ReadonlyArray<{ size: string; theme: Theme; viewport: { width: number; height: number } }> = [
  { size: 'at 1440 px', theme: 'light', viewport: WIDE },
  { size: 'at 320 px', theme: 'dark', viewport: NARROW },
];

export interface PageOptions {
  viewport?: { width: number; height: number };
  theme?: Theme;
  /** False for a browser without a session. */
  signedIn?: boolean;
  /** The signed-in administrator, if not the default one of the test. */
  as?: Account;
  /** Another server than the worker's own, on the same database when signed in. */
  baseUrl?: string;
}

export interface Panel extends ServerAccess {
  /** An empty page in a new browser context; every problem on it fails the test. Paths are relative to the server. */
  newPage: (options?: PageOptions) => Promise<Page>;
  /** The same, with an open screen. */
  open: (screen: string, options?: PageOptions) => Promise<Page>;
}

export const test = serverTest.extend<{ panel: Panel }>({
  panel: async ({ browser, access, problems }, use) => {
    const { system, db } = access;
    const contexts: BrowserContext[] = [];
    const newPage = async (options: PageOptions = {}) => {
      const { viewport = WIDE, theme = 'light', signedIn = true, baseUrl = system.baseUrl } = options;
      const context = await browser.newContext({ baseURL: baseUrl, viewport, colorScheme: theme });
      contexts.push(context);
      watchForProblems(context, problems);
      const page = await context.newPage();
      routePromptly(page);
      if (signedIn) {
        const account = options.as ?? (await ownAdmin(access));
        await storeAtFirstLoad(page, baseUrl, await signInEntries(db, account));
      }
      return page;
    };
    await use({
      ...access,
      newPage,
      open: async (screen, options) => {
        const page = await newPage(options);
        await page.goto(screen);
        return page;
      },
    });
    problems.end();
    for (const context of contexts) {
      // A handler of a call in flight would fail with its context.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
  },
});

/** `expect` for a condition that becomes true within a while and concerns more than one element. */
export const eventually = <Value>(probe: () => Value, message?: string) =>
  expect.poll(probe, { intervals: [POLL_MS], ...(message !== undefined && { message }) });

/**
 * Fills the browser's storage once, before the first script of the first page. Playwright's storageState loads an extra
 * page for it, a fifth of the total time of a page.
 */
async function storeAtFirstLoad(page: Page, origin: string, entries: Record<string, string>): Promise<void> {
  const filling = await page.addInitScript(
    (wanted) => {
      if (location.origin !== wanted.origin) return;
      for (const [name, value] of Object.entries(wanted.entries)) localStorage.setItem(name, value);
    },
    { origin, entries },
  );
  page.once('domcontentloaded', () => void filling.dispose().catch(() => undefined));
}
