import { existsSync } from 'node:fs';
import { type BrowserServer, chromium } from 'playwright-core';

// The first is the same browser without its windows (Debian's chromium-headless-shell): a page costs less than half there.
const CANDIDATES = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The installed browser, or the one CHROMIUM_PATH names; undefined if there is none. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM_PATH'], ...CANDIDATES].find((path) => path && existsSync(path));
}

/** One browser for the whole run; test files connect to it and make contexts of their own. */
export function launchBrowser(executablePath: string): Promise<BrowserServer> {
  // Without a locale a file whose name has Vietnamese letters cannot be opened, and is chosen as nothing.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  return chromium.launchServer({ executablePath, args: FLAGS, headless: true, env });
}
