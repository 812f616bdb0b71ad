import os from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowsers } from '../scripts/lib/chromium.mjs';

const ACTION_TIMEOUT_MS = 10_000;
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.e2e.test.ts',
  globalSetup: './src/harness/global-setup.ts',
  // Traces of what failed: npx playwright show-trace e2e/.cache/failures/<test>/trace.zip
  outputDir: '.cache/failures',
  preserveOutput: 'failures-only',
  timeout: 120_000,
  // A busy machine needs more than the test runner's usual five seconds.
  expect: { timeout: 20_000 },
  // Each has a server and a database of its own, and takes the next test as it comes: none needs another one's data.
  workers: Math.min(2, os.availableParallelism()),
  fullyParallel: true,
  // For a machine that stalls; the result names what needed this, and with CI=true it has failed (docs/decisions/029).
  retries: 2,
  use: {
    locale: 'vi-VN',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: ACTION_TIMEOUT_MS,
    navigationTimeout: ACTION_TIMEOUT_MS,
    // Without pictures, which every test would have to take all the time; the page itself is in it.
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
  // The first installed browser runs all tests, the other those of what keys do, which is the browser's own affair too.
  projects: findBrowsers().map(({ name, path: executablePath }, index) => ({
    name,
    ...(index > 0 && { grep: /@keyboard/ }),
    use: {
      // Without a locale a file whose name has Vietnamese letters cannot be opened, and is chosen as nothing.
      launchOptions: { executablePath, args: FLAGS, env: { ...process.env, LC_ALL: 'C.UTF-8' } },
    },
  })),
});
