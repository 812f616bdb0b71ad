import { expect, test } from 'vitest';
import { Tally } from './lib/tally.mjs';
import type { TestResult } from './lib/test-reports.mjs';

const results = (...statuses: Array<TestResult['status']>): TestResult[] =>
  statuses.map((status, index) => ({ name: `test ${index}`, status }));

test('Tally: tests and checks are counted together', () => {
  const tally = new Tally();
  tally.addCheck('types', true);
  tally.addCheck('format', false);
  tally.addTests('unit', results('passed', 'passed', 'failed'), 1);
  expect(tally.summary).toBe('3 passed, 2 failed');
  expect(tally.failures).toEqual(['format', 'unit: test 2']);
});

test('Tally: a skipped test is named', () => {
  const tally = new Tally();
  tally.addTests('unit', results('passed', 'skipped'), 0);
  expect(tally.summary).toBe('1 passed, 0 failed');
  expect(tally.skips).toEqual(['unit: test 1']);
});

const failure = `Error: too late\n    at wait (/hd/node_modules/lib/wait.ts:1:1)\n    at /hd/e2e/src/late.e2e.test.ts:3:5`;
const WHY = '         Error: too late\n         at /hd/e2e/src/late.e2e.test.ts:3:5';
const retried: TestResult[] = [{ name: 'late', status: 'passed', retried: { from: 10, to: 20, failure } }];

test('addTests: a test that failed before it passed is counted as passed, and named with its failure', () => {
  const tally = new Tally();
  tally.addTests('e2e', retried, 0);
  expect(tally.summary).toBe('1 passed, 0 failed');
  expect(tally.unsteady).toEqual([`e2e: late\n${WHY}`]);
});

test('forbidRetries: a retried test has failed', () => {
  const tally = new Tally({ lostMs: () => 999 });
  tally.addTests('e2e', retried, 0);
  tally.forbidRetries();
  expect(tally.summary).toBe('0 passed, 1 failed');
  expect(tally.failures).toEqual(['e2e: late (passed at a later try only)']);
});

test('forbidRetries: not if the machine stalled while it ran; the result has the duration', () => {
  const tally = new Tally({ lostMs: (from, to) => (from === 10 && to === 20 ? 2_340 : 0) });
  tally.addTests('e2e', retried, 0);
  tally.forbidRetries();
  expect(tally.summary).toBe('1 passed, 0 failed');
  expect(tally.unsteady).toEqual([`e2e: late (machine stalled 2.3 s during it)\n${WHY}`]);
});

test('forbidSkips: with CI a skip is a failure', () => {
  const tally = new Tally();
  tally.skip('e2e: no Chromium');
  tally.forbidSkips();
  expect(tally.summary).toBe('0 passed, 1 failed');
  expect(tally.skips).toEqual(['e2e: no Chromium']);
});

test('addTests: an error outside of tests and a missing report are failures', () => {
  const outside = new Tally();
  outside.addTests('unit', results('passed'), 1);
  expect(outside.summary).toBe('1 passed, 1 failed');

  const nothing = new Tally();
  nothing.addTests('unit', null, 1);
  expect(nothing.summary).toBe('0 passed, 1 failed');

  const silent = new Tally();
  silent.addTests('unit', null, 0);
  expect(silent.summary).toBe('0 passed, 1 failed');
});

test('addTests: a run without any test is a failure', () => {
  const tally = new Tally();
  tally.addTests('unit', [], 0);
  expect(tally.failures).toEqual(['unit: no test ran']);
});
