import os from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowsers, otherEngines } from '../scripts/lib/browsers.mjs';

/** The runner's defaults are too short for a loaded machine. */
const TIMEOUT_MS = 20_000;
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const browsers = findBrowsers();

// Without a locale Chromium cannot open a file whose name has Vietnamese letters: the file chooser stays empty.
const inBrowser = (executablePath: string) => ({
  launchOptions: { executablePath, args: FLAGS, env: { ...process.env, LC_ALL: 'C.UTF-8' } },
});

export default defineConfig({
  testDir: 'src',
  globalSetup: './src/harness/global-setup.ts',
  // Traces of tests that failed and were tried again: npx playwright show-trace e2e/.cache/failures/<test>/trace.zip
  outputDir: '.cache/failures',
  preserveOutput: 'failures-only',
  timeout: 120_000,
  expect: { timeout: TIMEOUT_MS },
  // Each worker has its own server and database and takes the next free test: no test depends on another one's data.
  // On two processors a third takes the quarter of their time in which two wait.
  workers: Math.min(3, os.availableParallelism() + 1),
  fullyParallel: true,
  // A test that passes only now is named as unsteady (docs/decisions/008).
  retries: 2,
  use: {
    locale: 'vi-VN',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: TIMEOUT_MS,
    navigationTimeout: TIMEOUT_MS,
    // Without screenshots, which slow down every test; the trace contains the DOM.
    trace: { mode: 'on-first-retry', screenshots: false },
  },
  projects: [
    // The first installed browser runs all tests; the others run the keyboard tests, whose behaviour differs between
    // browsers.
    ...browsers.map(({ name, path }, index) => ({
      name,
      testMatch: '**/*.e2e.test.ts',
      ...(index > 0 && { grep: /@keyboard/ }),
      use: inBrowser(path),
    })),
    // Journeys in other engines, which Playwright does not drive (docs/decisions/008).
    ...otherEngines()
      .filter(({ isInstalled }) => isInstalled)
      .map(({ name }) => ({ name, testMatch: `**/*.${name}.test.ts` })),
    // Tests that start servers or cut their network: in a run of their own (scripts/test.mjs), since they depend on real time.
    ...browsers.slice(0, 1).map(({ path }) => ({
      name: 'system',
      testMatch: '**/*.system.test.ts',
      use: inBrowser(path),
    })),
  ],
});
