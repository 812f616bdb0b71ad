import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './lib/test-reports.mjs';

const FAILURE = 'Error: too late\n    at /hd/e2e/src/late.e2e.test.ts:3:5';

const vitestFile = (...tests: Array<{ status: string; failureMessages?: string[]; meta?: object }>) => ({
  name: 'a.test.ts',
  status: tests.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
  assertionResults: tests.map((each, index) => ({ fullName: `test ${index}`, failureMessages: [], ...each })),
});

test.each(['skipped', 'pending', 'todo', 'disabled'])('readVitestReport: a test that is %s was skipped', (status) => {
  const report = { testResults: [vitestFile({ status: 'passed' }, { status }, { status: 'failed' })] };
  expect(readVitestReport(report)).toEqual([
    { name: 'test 0', status: 'passed' },
    { name: 'test 1', status: 'skipped' },
    { name: 'test 2', status: 'failed' },
  ]);
});

test('readVitestReport: a test that failed before it passed has its failure, and the time of its run', () => {
  const late = { status: 'passed', failureMessages: [FAILURE], meta: { retried: { from: 10, to: 20 } } };
  expect(readVitestReport({ testResults: [vitestFile(late)] })).toEqual([
    { name: 'test 0', status: 'passed', retried: { from: 10, to: 20, failure: FAILURE } },
  ]);
});

test('readVitestReport: a file that does not load has failed', () => {
  const report = { testResults: [{ name: 'b.test.ts', status: 'failed', assertionResults: [] }] };
  expect(readVitestReport(report)).toEqual([{ name: 'b.test.ts', status: 'failed' }]);
});

const playwrightSpec = (title: string, status: string, ...results: object[]) => ({
  title,
  tests: [{ projectName: 'chromium', status, results }],
});

test("readPlaywrightReport: every test with its browser and its suites' titles", () => {
  const inner = {
    title: 'the list',
    specs: [
      playwrightSpec('opens', 'expected'),
      playwrightSpec('closes', 'unexpected'),
      playwrightSpec('waits', 'skipped'),
    ],
  };
  const file = { title: 'list.e2e.test.ts', specs: [playwrightSpec('alone', 'expected')], suites: [inner] };
  expect(readPlaywrightReport({ suites: [file], errors: [] })).toEqual([
    { name: '[chromium] alone', status: 'passed' },
    { name: '[chromium] the list opens', status: 'passed' },
    { name: '[chromium] the list closes', status: 'failed' },
    { name: '[chromium] the list waits', status: 'skipped' },
  ]);
});

test('readPlaywrightReport: a test that failed before it passed has its failure, and the time of its run', () => {
  const results = [
    { startTime: new Date(10).toISOString(), error: { message: 'too late', stack: `\u001b[31m${FAILURE}\u001b[39m` } },
    { startTime: new Date(20).toISOString() },
  ];
  const file = { title: 'list.e2e.test.ts', specs: [playwrightSpec('late', 'flaky', ...results)] };
  expect(readPlaywrightReport({ suites: [file], errors: [] })).toEqual([
    { name: '[chromium] late', status: 'passed', retried: { from: 10, to: 20, failure: FAILURE } },
  ]);
});

test('readPlaywrightReport: an error outside of tests has failed', () => {
  expect(readPlaywrightReport({ suites: [], errors: [{ message: 'a file does not load' }] })).toEqual([
    { name: 'a file does not load', status: 'failed' },
  ]);
});
