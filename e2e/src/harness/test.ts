import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Database, type Db, openDatabase } from '../../../server/src/lib/db/database.ts';
import { createLogger } from '../../../server/src/lib/logger.ts';
import { insertSession } from '../../../server/src/testing/factories.ts';
import { emptyDatabase, ownAdmin } from './data.ts';
import { type Problems, watchForProblems } from './guarded-page.ts';
import { routePromptly } from './prompt-routes.ts';
import { type System, startSystem } from './system.ts';

const START_TIMEOUT_MS = 90_000;
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

interface Account {
  id: string;
  username: string;
  email: string;
}

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

export interface Panel {
  system: System;
  db: Database['db'];
  /** An empty page in a new browser context; every problem on it fails the test. Paths are relative to the server. */
  newPage: (options?: PageOptions) => Promise<Page>;
  /** The same, with an open screen. */
  open: (screen: string, options?: PageOptions) => Promise<Page>;
  /** See {@link Problems}; for all pages of this test. */
  expectProblem: (pattern: RegExp) => void;
  /** Runs this after the test, when its pages are closed. */
  onFinished: (work: () => unknown) => void;
}

interface WorkerFixtures {
  /**
   * Server settings in addition to those of every test server: `test.use({ settings })` in a file, which then gets its
   * own worker.
   */
  settings: Record<string, string>;
  system: System;
  database: Database;
}

export const test = base.extend<{ panel: Panel }, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],
  system: [
    async ({ settings }, use) => {
      const system = await startSystem(settings);
      await use(system);
      await system.stop();
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  database: [
    async ({ system }, use) => {
      const database = await openDatabase({
        databaseUrl: system.databaseUrl,
        dataDir: '',
        logger: createLogger({ level: 'warn' }),
        maxConnections: 2,
      });
      await use(database);
      await database.close();
    },
    { scope: 'worker' },
  ],
  panel: async ({ browser, system, database }, use) => {
    const { db } = database;
    await emptyDatabase(database, system.admin.email);
    const contexts: Array<{ context: BrowserContext; problems: Problems }> = [];
    const expected: RegExp[] = [];
    const lastWorks: Array<() => unknown> = [];
    const newPage = async (options: PageOptions = {}) => {
      const { viewport = WIDE, theme = 'light', signedIn = true, baseUrl = system.baseUrl } = options;
      const context = await browser.newContext({ baseURL: baseUrl, viewport, colorScheme: theme });
      contexts.push({ context, problems: watchForProblems(context) });
      const page = await context.newPage();
      routePromptly(page);
      if (signedIn) {
        const account = options.as ?? (await ownAdmin({ db, system }));
        await storeAtFirstLoad(page, baseUrl, await signInEntries(db, account));
      }
      return page;
    };
    await use({
      system,
      db,
      expectProblem: (pattern) => expected.push(pattern),
      onFinished: (work) => lastWorks.push(work),
      newPage,
      open: async (screen, options) => {
        const page = await newPage(options);
        await page.goto(screen);
        return page;
      },
    });
    const found: string[] = [];
    for (const { context, problems } of contexts) {
      for (const pattern of expected) problems.expect(pattern);
      found.push(...problems.unexpected());
      // A handler of a call in flight would fail with its context.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
    for (const work of lastWorks) await work();
    expect(found, `problems in the browser:\n${found.join('\n')}`).toEqual([]);
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

/** The storage entries after a sign-in. The session is inserted directly: a password check is slow by design. */
async function signInEntries(db: Db, { id, username, email }: Account): Promise<Record<string, string>> {
  const token = await insertSession(db, id);
  return { token: `Bearer ${token}`, adminId: id, adminName: username, adminEmail: email };
}
