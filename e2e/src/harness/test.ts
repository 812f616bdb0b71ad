import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { test as base, describe, expect } from 'vitest';
import { type Database, openDatabase } from '../../../server/src/lib/db/database.ts';
import { createLogger } from '../../../server/src/lib/logger.ts';
import { logIn } from './admin-login.ts';
import { removeUsersExcept } from './data.ts';
import type { RunningSystem } from './global-setup.ts';
import { type Problems, watchForProblems } from './guarded-page.ts';
import { browserNames, hasBrowser, runningSystem } from './running-system.ts';

const ACTION_TIMEOUT_MS = 10_000;
const EVENTUALLY_TIMEOUT_MS = 20_000;
const SCREENSHOT_DIR = path.join(os.tmpdir(), 'hai-dang-e2e-failures');

export const WIDE = { width: 1440, height: 900 };
export const NARROW = { width: 320, height: 640 };
type Theme = 'light' | 'dark';

/** Every size a screen is looked at in, each in both themes (expectSound); one opens in the light one, one in the dark. */
export const SIZES: ReadonlyArray<{ size: string; theme: Theme; viewport: { width: number; height: number } }> = [
  { size: 'at 1440 px', theme: 'light', viewport: WIDE },
  { size: 'at 320 px', theme: 'dark', viewport: NARROW },
];

interface PageOptions {
  viewport?: { width: number; height: number };
  theme?: Theme;
  /** False for a browser nobody has signed in with. */
  signedIn?: boolean;
  /** Another server than the run's own. */
  baseUrl?: string;
}

export interface Panel {
  system: RunningSystem;
  db: Database['db'];
  /** An empty page in a browser context of its own; every problem on it fails the test. Paths go to the server. */
  newPage: (options?: PageOptions) => Promise<Page>;
  /** The same, with a screen in it. */
  open: (screen: string, options?: PageOptions) => Promise<Page>;
  /** See {@link Problems}; for all pages of this test. */
  expectProblem: (pattern: RegExp) => void;
}

interface Fixtures {
  /** Connects to an installed browser, once in a file. */
  connect: (browserName: string) => Promise<Browser>;
  browserName: string;
  database: Database;
  panel: Panel;
}

export const test = base.extend<Fixtures>({
  connect: [
    // biome-ignore lint/correctness/noEmptyPattern: the shape the test runner reads
    async ({}, use) => {
      const connected = new Map<string, Promise<Browser>>();
      await use((browserName) => {
        const known = runningSystem().browsers.find(({ name }) => name === browserName);
        if (!known) throw new Error(`there is no browser named ${browserName}`);
        const browser = connected.get(browserName) ?? chromium.connect(known.endpoint);
        connected.set(browserName, browser);
        return browser;
      });
      for (const browser of connected.values()) await (await browser).close();
    },
    { scope: 'file' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the shape the test runner reads
  browserName: async ({}, use) => use(browserNames()[0] ?? ''),
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: the shape the test runner reads
    async ({}, use) => {
      const database = await openDatabase({
        databaseUrl: runningSystem().databaseUrl,
        dataDir: '',
        logger: createLogger({ level: 'warn' }),
        maxConnections: 2,
      });
      await removeUsersExcept(database.db, runningSystem().admin.email);
      await use(database);
      await database.close();
    },
    { scope: 'file' },
  ],
  panel: async ({ connect, browserName, database, task }, use) => {
    const system = runningSystem();
    const browser = await connect(browserName);
    // A second try, or the same test in a second browser, must not find the accounts of the first.
    if (task.result?.retryCount || browserName !== browserNames()[0])
      await removeUsersExcept(database.db, system.admin.email);
    // Nor the wrong passwords of other tests, which came from the same address.
    await database.db.deleteFrom('rate_limits').execute();
    const contexts: Array<{ context: BrowserContext; problems: Problems }> = [];
    const expected: RegExp[] = [];
    const newPage = async (options: PageOptions = {}) => {
      const context = await newContext(browser, system, options);
      contexts.push({ context, problems: watchForProblems(context) });
      const page = await context.newPage();
      page.setDefaultTimeout(ACTION_TIMEOUT_MS);
      const { signedIn = true, baseUrl = system.baseUrl } = options;
      if (signedIn) await storeAtFirstLoad(page, baseUrl, await signInEntries(system, baseUrl));
      return page;
    };
    await use({
      system,
      db: database.db,
      expectProblem: (pattern) => expected.push(pattern),
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
      if (task.result?.state === 'fail') await keepScreenshots(context, task.name);
      await context.close();
    }
    expect(found, `problems in the browser:\n${found.join('\n')}`).toEqual([]);
  },
});

/** `describe` for tests in a real browser; without one they are skipped, and the name says why. */
export const describeInBrowser = (name: string, tests: () => void): void => {
  if (hasBrowser()) describe(name, tests);
  else describe.skip(`${name} (skipped: no Chromium on this machine)`, tests);
};

/** A test of what keys do, which is the browser's own affair too: runs in each installed one, and its name says in which. */
export function testByKeyboard(title: string, run: (context: { panel: Panel }) => Promise<void>): void {
  for (const browserName of browserNames()) {
    describe(`in ${browserName}`, () => {
      test.override({ browserName });
      test(title, run);
    });
  }
}

/** `expect` of what becomes true within a while: a busy machine needs more than the test runner's usual second. */
export const eventually = <Value>(probe: () => Value, message?: string) =>
  expect.poll(probe, { timeout: EVENTUALLY_TIMEOUT_MS, interval: 50, ...(message !== undefined && { message }) });

async function newContext(browser: Browser, system: RunningSystem, options: PageOptions): Promise<BrowserContext> {
  const { viewport = WIDE, theme = 'light', baseUrl = system.baseUrl } = options;
  return browser.newContext({
    baseURL: baseUrl,
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'vi-VN',
  });
}

/**
 * Fills the browser's storage before the first script of the first page, once. The test library's own way (storageState)
 * loads a page of its own for it, which costs a fifth of what all of a page does.
 */
async function storeAtFirstLoad(page: Page, origin: string, entries: StorageEntry[]): Promise<void> {
  const filling = await page.addInitScript(
    (wanted) => {
      if (location.origin !== wanted.origin) return;
      for (const { name, value } of wanted.entries) localStorage.setItem(name, value);
    },
    { origin, entries },
  );
  page.once('domcontentloaded', () => void filling.dispose().catch(() => undefined));
}

interface StorageEntry {
  name: string;
  value: string;
}

/** What the login screen stores after a real sign-in. */
async function signInEntries(system: RunningSystem, baseUrl: string): Promise<StorageEntry[]> {
  const { token, admin } = await logIn(baseUrl, system.admin);
  return [
    { name: 'token', value: `Bearer ${token}` },
    { name: 'adminId', value: admin.id },
    { name: 'adminName', value: admin.username },
    { name: 'adminEmail', value: system.admin.email },
  ];
}

async function keepScreenshots(context: BrowserContext, testName: string): Promise<void> {
  mkdirSync(SCREENSHOT_DIR, { recursive: true });
  for (const [index, page] of context.pages().entries()) {
    const file = `${testName.replaceAll(/[^\p{L}\d]+/gu, '-')}-${index}.png`;
    await page.screenshot({ path: path.join(SCREENSHOT_DIR, file) });
  }
}
