import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './paths.mjs';

const ERROR_MAX_LINES = 12;

/**
 * @typedef {object} TestResult
 * @property {string} name of a test: its file and titles
 * @property {'passed' | 'failed' | 'skipped'} status of the last try
 * @property {string} [firstError] of a test that failed before it passed
 */

/** @returns {TestResult[]} from a report of Vitest's json reporter */
export function readVitestReport({ testResults }) {
  return testResults.flatMap(({ name, status: fileStatus, message, assertionResults }) => {
    const file = path.relative(ROOT, name);
    const tests = assertionResults.map(({ fullName, status, failureMessages: [firstError] = [] }) => ({
      name: `${file}: ${fullName}`,
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
      ...(status === 'passed' && firstError && { firstError: shorten(firstError) }),
    }));
    // A file that cannot be loaded, or whose hooks fail, has no test that could say so.
    const isBroken = fileStatus === 'failed' && tests.every(({ status }) => status !== 'failed');
    return isBroken ? [...tests, { name: [file, message].filter(Boolean).join(': '), status: 'failed' }] : tests;
  });
}

/** @returns {TestResult[]} from a report of Playwright's json reporter */
export function readPlaywrightReport({ config, suites, errors }) {
  const statusOf = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' };
  const read = ({ file, specs, suites: inner = [] }, titles) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ projectName, status, results: [first] }) => ({
        name: `[${projectName}] ${path.relative(ROOT, path.join(config.rootDir, file))}: ${[...titles, title].join(' ')}`,
        status: statusOf[status],
        ...(status === 'flaky' && { firstError: shorten(first.error?.stack ?? first.error?.message ?? first.status) }),
      })),
    ),
    ...inner.flatMap((suite) => read(suite, [...titles, suite.title])),
  ];
  const outside = errors.map(({ message }) => ({ name: stripVTControlCharacters(message), status: 'failed' }));
  return [...suites.flatMap((suite) => read(suite, [])), ...outside];
}

/**
 * The end of a run: what was skipped, unsteady or failed, by name, and the counts.
 * @param {TestResult[]} results
 * @param {{ mayBeSkipped: boolean }} rules
 * @returns {{ lines: string[], isPassed: boolean }}
 */
export function summarize(results, { mayBeSkipped }) {
  const having = (status) => results.filter((result) => result.status === status);
  const [skipped, unsteady] = [having('skipped'), results.filter(({ firstError }) => firstError)];
  const failures = having('failed').map(({ name }) => name);
  if (!mayBeSkipped && skipped.length > 0) failures.push(`${skipped.length} skipped, and with CI=true nothing may be`);
  const lines = [
    ...skipped.map(({ name }) => `skipped  ${name}`),
    ...unsteady.map(({ name, firstError }) => `unsteady ${name}\n${firstError}`),
    ...failures.map((name) => `FAILED   ${name}`),
    `${unsteady.length} unsteady`,
    `${having('passed').length} passed, ${failures.length} failed`,
  ];
  return { lines, isPassed: failures.length === 0 };
}

/** The message of an error and where it is in the project, indented. */
function shorten(error) {
  const lines = stripVTControlCharacters(error).split('\n');
  const isFrame = (line) => /^\s+at /.test(line);
  const own = lines.find((line) => isFrame(line) && /\.ts:/.test(line) && !line.includes('node_modules'));
  const message = lines.filter((line) => !isFrame(line)).slice(0, ERROR_MAX_LINES);
  return [...message, own ?? '']
    .filter(Boolean)
    .map((line) => `         ${line.trim()}`)
    .join('\n');
}
