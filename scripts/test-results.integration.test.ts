import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from './lib/paths.mjs';
import { readPlaywrightReport, readVitestReport, summarize, type TestResult } from './lib/test-results.mjs';

/** Below the project, for the runners' packages; Node strips no types below node_modules. */
const CACHE = path.join(ROOT, 'e2e/.cache');
const TIMEOUT_MS = 60_000;

/** The seeds of both runners: `test` of either, and how often a test was tried before. */
const seeds = (runner: string, tries: string) => `import { expect, test } from '${runner}';
test('passes', () => {});
test('fails at its first try', ${tries});
test('fails always', () => expect('always').toBe('never'));
test.skip('is skipped', () => {});
`;

let folder: string;
beforeEach(async () => {
  await mkdir(CACHE, { recursive: true });
  folder = await mkdtemp(path.join(CACHE, 'seeded-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a test runner in the folder. @returns its report */
async function reportOf(command: string[], files: Record<string, string>): Promise<object> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const [file = '', ...args] = command;
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], PLAYWRIGHT_JSON_OUTPUT_FILE: 'report.json' };
  await new Promise((resolve) => {
    execFile(process.execPath, [path.join(ROOT, 'node_modules/.bin', file), ...args], { cwd: folder, env }, resolve);
  });
  return JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8'));
}

function expectSeedsTold(results: TestResult[], prefix: string): void {
  const file = path.relative(ROOT, path.join(folder, 'seeded.test.ts'));
  const name = (title: string) => `${prefix}${file}: ${title}`;
  const unsteady = name('fails at its first try');
  expect(results.map(({ name, status }) => [name, status])).toEqual([
    [name('passes'), 'passed'],
    [unsteady, 'passed'],
    [name('fails always'), 'failed'],
    [name('is skipped'), 'skipped'],
  ]);
  expect(summarize(results, { mayBeSkipped: true })).toEqual({
    lines: [
      `skipped  ${name('is skipped')}`,
      expect.stringContaining(`unsteady ${unsteady}\n         Error: too early\n         at `),
      `FAILED   ${name('fails always')}`,
      '1 unsteady',
      '2 passed, 1 failed',
    ],
    isPassed: false,
  });
  const withoutFailure = results.filter(({ status }) => status !== 'failed');
  expect(summarize(withoutFailure, { mayBeSkipped: true })).toMatchObject({ isPassed: true });
  const inCi = summarize(withoutFailure, { mayBeSkipped: false });
  expect(inCi.isPassed).toBe(false);
  expect(inCi.lines.slice(-3)).toEqual([
    'FAILED   1 skipped, and with CI=true nothing may be',
    '1 unsteady',
    '2 passed, 1 failed',
  ]);
}

test('readVitestReport: seeded tests that fail at first, always, or are skipped', { timeout: TIMEOUT_MS }, async () => {
  const report = await reportOf(['vitest', 'run', '--retry=1', '--reporter=json', '--outputFile=report.json'], {
    'vitest.config.ts': 'export default {};',
    'seeded.test.ts': `let tries = 0;\n${seeds('vitest', "() => { if (tries++ === 0) throw new Error('too early'); }")}`,
  });
  expectSeedsTold(readVitestReport(report), '');
});

test('readPlaywrightReport: seeded tests that fail at first, always, or are skipped', {
  timeout: TIMEOUT_MS,
}, async () => {
  const report = await reportOf(['playwright', 'test', '--reporter=json'], {
    'playwright.config.ts':
      "export default { testDir: '.', outputDir: 'out', retries: 2, projects: [{ name: 'shell' }] };",
    'seeded.test.ts': seeds(
      '@playwright/test',
      "async ({}, { retry }) => { if (retry === 0) throw new Error('too early'); }",
    ),
  });
  expectSeedsTold(readPlaywrightReport(report), '[shell] ');
});

test('readVitestReport: a file that cannot be loaded has failed', { timeout: TIMEOUT_MS }, async () => {
  const report = await reportOf(['vitest', 'run', '--reporter=json', '--outputFile=report.json'], {
    'vitest.config.ts': 'export default {};',
    'seeded.test.ts': "import './missing.ts';",
  });
  const results = readVitestReport(report);
  expect(results).toEqual([{ name: expect.stringContaining('missing.ts'), status: 'failed' }]);
});

test('readPlaywrightReport: a file that cannot be loaded has failed', { timeout: TIMEOUT_MS }, async () => {
  const report = await reportOf(['playwright', 'test', '--reporter=json'], {
    'playwright.config.ts': "export default { testDir: '.', outputDir: 'out' };",
    'seeded.test.ts': "import './missing.ts';",
  });
  expect(readPlaywrightReport(report)).toContainEqual({
    name: expect.stringContaining('missing.ts'),
    status: 'failed',
  });
});
