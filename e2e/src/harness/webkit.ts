import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { pathsOfEngine } from '../../../scripts/lib/browsers.mjs';
import { ownAdmin } from './data.ts';
import type { Problems } from './problems.ts';
import { freePort } from './server-process.ts';
import { type ServerAccess, serverTest, signInEntries } from './server-test.ts';
import { WIDE } from './test.ts';

const START_TIMEOUT_MS = 60_000;
/** GTK's settings for prefers-reduced-motion: a press is aimed at where something stands. */
const LESS_MOTION = '[Settings]\ngtk-enable-animations=0\n';

export interface Webkit extends ServerAccess {
  page: WebDriver;
  /** Opens a screen; signed in unless the browser is to have no session. */
  open: (screen: string, options?: { signedIn?: boolean }) => Promise<void>;
}

/** Tests in Debian's WebKitGTK, which only WebDriver drives (docs/decisions/008). */
export const test = serverTest.extend<{ webkit: Webkit }, { webkitDriver: string }>({
  webkitDriver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const paths = pathsOfEngine('webkit');
      const display = spawn(paths.display, ['-displayfd', '1', '-screen', '0', `${WIDE.width}x${WIDE.height}x24`]);
      const [number] = await once(createInterface(display.stdout), 'line');
      const port = await freePort();
      const folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-webkit-'));
      await mkdir(path.join(folder, 'gtk-3.0'));
      await writeFile(path.join(folder, 'gtk-3.0/settings.ini'), LESS_MOTION);
      const env = { ...process.env, DISPLAY: `:${number}`, LC_ALL: 'C.UTF-8', LANGUAGE: 'vi', XDG_CONFIG_HOME: folder };
      const driver = spawn(paths.driver, [`--port=${port}`], { env, stdio: 'ignore' });
      await use(`http://127.0.0.1:${port}`);
      for (const child of [driver, display]) {
        child.kill();
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  webkit: async ({ webkitDriver, access, problems }, use) => {
    const page = await new Builder()
      .usingServer(webkitDriver)
      .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
      .build();
    try {
      await page
        .manage()
        .window()
        .setRect({ x: 0, y: 0, ...WIDE });
      await use({
        ...access,
        page,
        async open(screen, { signedIn = true } = {}) {
          if (signedIn) await signIn(page, access);
          await page.get(access.system.baseUrl + screen);
          await watchForProblems(page);
        },
      });
      await addProblems(page, problems);
    } finally {
      await page.quit();
    }
  },
});

/** Fills the browser's storage, from a page of the server without scripts. */
async function signIn(page: WebDriver, access: ServerAccess): Promise<void> {
  await page.get(`${access.system.baseUrl}/health/live`);
  const entries = await signInEntries(access.db, await ownAdmin(access));
  await page.executeScript((wanted: Record<string, string>) => {
    for (const [name, value] of Object.entries(wanted)) localStorage.setItem(name, value);
  }, entries);
}

/** Keeps the errors of the open page from now on: WebDriver reports none, and runs nothing before the page's own scripts. */
function watchForProblems(page: WebDriver): Promise<void> {
  return page.executeScript(() => {
    const found: string[] = [];
    Object.assign(window, { problemsFound: found });
    const { error } = console;
    console.error = (...args: unknown[]) => {
      found.push(`console: ${args.map(String).join(' ')}`);
      error(...args);
    };
    window.addEventListener('error', ({ message }) => found.push(`page: ${message}`));
    window.addEventListener('unhandledrejection', ({ reason }) => found.push(`page: ${String(reason)}`));
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => found.push(`blocked: ${blockedURI}`));
  });
}

async function addProblems(page: WebDriver, problems: Problems): Promise<void> {
  const found = await page.executeScript<string[] | null>(() => (window as { problemsFound?: string[] }).problemsFound);
  for (const problem of found ?? []) problems.add(problem);
}
