import { type BrowserServer, chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** One browser for the whole run; test files connect to it and make contexts of their own. */
export function launchBrowser(executablePath: string): Promise<BrowserServer> {
  // Without a locale a file whose name has Vietnamese letters cannot be opened, and is chosen as nothing.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  return chromium.launchServer({ executablePath, args: FLAGS, headless: true, env });
}
