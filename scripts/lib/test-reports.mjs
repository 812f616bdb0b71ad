import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} TestResult
 * @property {string} name
 * @property {'passed' | 'failed' | 'skipped'} status
 * @property {{ from: number, to: number, failure: string }} [retried] if it passed on a retry only: when it ran, and
 * why it failed before
 */

/**
 * Parses a report of vitest's json reporter, with the data of retry-reporter.mjs.
 * @returns {TestResult[]}
 */
export function readVitestReport({ testResults }) {
  return testResults.flatMap(({ name: file, status: fileStatus, assertionResults }) => {
    const tests = assertionResults.map(({ fullName: name, status, failureMessages: [failure] = [], meta }) => ({
      name,
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
      ...(status === 'passed' && failure && { retried: { from: 0, to: 0, ...meta?.retried, failure } }),
    }));
    // A file that cannot be loaded has no tests that could fail.
    const isBroken = fileStatus === 'failed' && tests.every(({ status }) => status !== 'failed');
    return isBroken ? [...tests, { name: file, status: 'failed' }] : tests;
  });
}

/**
 * Parses a report of Playwright's json reporter.
 * @returns {TestResult[]}
 */
export function readPlaywrightReport({ suites, errors }) {
  const outside = errors.map(({ message }) => ({ name: stripVTControlCharacters(message), status: 'failed' }));
  return [...suites.flatMap((suite) => testsOf(suite, [])), ...outside];
}

/** The tests of a suite; the outermost suite's title is the file name. */
function testsOf({ specs, suites = [] }, titles) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }) => {
      const name = `[${projectName}] ${[...titles, title].join(' ')}`;
      return status === 'flaky' ? retriedTest(name, results) : { name, status: PLAYWRIGHT_STATUS[status] };
    }),
  );
  return [...own, ...suites.flatMap((suite) => testsOf(suite, [...titles, suite.title]))];
}

const PLAYWRIGHT_STATUS = { expected: 'passed', unexpected: 'failed', skipped: 'skipped' };

function retriedTest(name, results) {
  const [from, to] = [results[0], results.at(-1)].map(({ startTime }) => Date.parse(startTime));
  const { message = '', stack = message } = results[0].error ?? {};
  return { name, status: 'passed', retried: { from, to, failure: stripVTControlCharacters(stack) } };
}
