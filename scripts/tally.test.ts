import { expect, test } from 'vitest';
import { Tally } from './lib/tally.mjs';

const fileOf = (...statuses: string[]) => ({
  name: 'a.test.ts',
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({ fullName: `test ${index}`, status })),
});

test('tests and checks are counted together', () => {
  const tally = new Tally();
  tally.addCheck('types', true);
  tally.addCheck('format', false);
  tally.addReport('unit', { testResults: [fileOf('passed', 'passed', 'failed')] }, 1);
  expect(tally.summary).toBe('3 passed, 2 failed');
  expect(tally.failures).toEqual(['format', 'unit: test 2']);
});

test.each(['skipped', 'pending', 'todo', 'disabled'])('a test that is %s counts as skipped', (status) => {
  const tally = new Tally();
  tally.addReport('unit', { testResults: [fileOf('passed', status)] }, 0);
  expect(tally.summary).toBe('1 passed, 0 failed');
  expect(tally.skips).toEqual(['unit: test 1']);
});

const FAILURE = `Error: too late\n    at wait (/hd/node_modules/lib/wait.ts:1:1)\n    at /hd/e2e/src/late.e2e.test.ts:3:5`;
const WHY = '         Error: too late\n         at /hd/e2e/src/late.e2e.test.ts:3:5';

const retriedReport = {
  testResults: [
    {
      ...fileOf('passed'),
      assertionResults: [
        { fullName: 'late', status: 'passed', failureMessages: [FAILURE], meta: { retried: { from: 10, to: 20 } } },
      ],
    },
  ],
};

test('addReport: a test that failed before it passed is counted as passed, and named with why it failed', () => {
  const tally = new Tally();
  tally.addReport('e2e', retriedReport, 0);
  expect(tally.summary).toBe('1 passed, 0 failed');
  expect(tally.unsteady).toEqual([`e2e: late\n${WHY}`]);
});

test('forbidRetries: a test that needed one has failed', () => {
  const tally = new Tally({ lostMs: () => 999 });
  tally.addReport('e2e', retriedReport, 0);
  tally.forbidRetries();
  expect(tally.summary).toBe('0 passed, 1 failed');
  expect(tally.failures).toEqual(['e2e: late (passed at a later try only)']);
});

test('forbidRetries: not where the machine stalled while it ran, and the result says for how long', () => {
  const tally = new Tally({ lostMs: (from, to) => (from === 10 && to === 20 ? 2_340 : 0) });
  tally.addReport('e2e', retriedReport, 0);
  tally.forbidRetries();
  expect(tally.summary).toBe('1 passed, 0 failed');
  expect(tally.unsteady).toEqual([`e2e: late (machine stalled 2.3 s during it)\n${WHY}`]);
});

test('with CI a skip is a failure', () => {
  const tally = new Tally();
  tally.skip('e2e: no Chromium');
  tally.forbidSkips();
  expect(tally.summary).toBe('0 passed, 1 failed');
  expect(tally.skips).toEqual(['e2e: no Chromium']);
});

test('a file that does not load, an error outside tests and a missing report are failures', () => {
  const broken = new Tally();
  broken.addReport('unit', { testResults: [{ name: 'b.test.ts', status: 'failed', assertionResults: [] }] }, 1);
  expect(broken.failures).toEqual(['unit: b.test.ts']);

  const outside = new Tally();
  outside.addReport('unit', { testResults: [fileOf('passed')] }, 1);
  expect(outside.summary).toBe('1 passed, 1 failed');

  const nothing = new Tally();
  nothing.addReport('unit', null, 1);
  expect(nothing.summary).toBe('0 passed, 1 failed');
});

test('a run without any test is a failure', () => {
  const tally = new Tally();
  tally.addReport('unit', { testResults: [] }, 0);
  expect(tally.failures).toEqual(['unit: no test ran']);
});
