/** A shorter stall does not excuse a failure. */
const EXCUSING_STALL_MS = 1_000;
const REASON_MAX_LINES = 12;

/** The passed, failed and skipped tests of one run. */
export class Tally {
  passed = 0;
  failed = 0;
  skipped = 0;
  /** @type {string[]} */
  failures = [];
  /** @type {string[]} */
  skips = [];
  /**
   * @type {{ name: string, lostMs: number, why: string }[]} tests that passed on a retry only, why they failed before,
   * and for how long the machine stalled meanwhile
   */
  #retried = [];
  #stalls;

  /** @param {{ lostMs(from: number, to: number): number }} stalls */
  constructor(stalls = { lostMs: () => 0 }) {
    this.#stalls = stalls;
  }

  /** A check that is not a test: formatting, types, sizes. */
  addCheck(name, isPassed) {
    if (isPassed) this.passed += 1;
    else this.fail(name);
  }

  fail(name) {
    this.failed += 1;
    this.failures.push(name);
  }

  skip(name) {
    this.skipped += 1;
    this.skips.push(name);
  }

  /**
   * Adds the results of a test runner.
   * @param {string} project
   * @param {import('./test-reports.mjs').TestResult[] | null} tests null if it wrote no report
   * @param {number} exitCode
   */
  addTests(project, tests, exitCode) {
    const failedBefore = this.failed;
    for (const { name: title, status, retried } of tests ?? []) {
      const name = `${project}: ${title}`;
      if (status === 'passed') this.passed += 1;
      else if (status === 'failed') this.fail(name);
      else this.skip(name);
      if (!retried) continue;
      const { from, to, failure } = retried;
      this.#retried.push({ name, lostMs: this.#stalls.lostMs(from, to), why: reasonOf(failure) });
    }
    // An error outside every test, or no report at all.
    if (exitCode !== 0 && this.failed === failedBefore) this.fail(`${project}: ended with code ${exitCode}`);
    else if (!tests?.length && exitCode === 0) this.fail(`${project}: no test ran`);
  }

  /** Where everything must run, a skip is a failure too. */
  forbidSkips() {
    if (this.skipped > 0) this.fail(`${this.skipped} skipped, and with CI=true nothing may be`);
  }

  /** A retried test has failed, unless the machine stalled while it ran. */
  forbidRetries() {
    for (const { name, lostMs } of this.#retried) {
      if (lostMs >= EXCUSING_STALL_MS) continue;
      this.passed -= 1;
      this.fail(`${name} (passed at a later try only)`);
    }
  }

  /** The tests that passed on a retry only, each with its failure and the stall. */
  get unsteady() {
    return this.#retried.map(({ name, lostMs, why }) => {
      const stall = lostMs >= EXCUSING_STALL_MS ? ` (machine stalled ${(lostMs / 1_000).toFixed(1)} s during it)` : '';
      return `${name}${stall}\n${why}`;
    });
  }

  /** The last line of a run. */
  get summary() {
    return `${this.passed} passed, ${this.failed} failed`;
  }
}

/** The message of a failure and its location in the project, indented. */
function reasonOf(failure) {
  const lines = failure.split('\n');
  const firstFrame = lines.findIndex((line) => /^\s+at /.test(line));
  const message = firstFrame === -1 ? lines : lines.slice(0, firstFrame);
  const own = lines.slice(firstFrame).find((line) => /^\s+at .*\.ts:/.test(line) && !line.includes('node_modules'));
  return [...message.slice(0, REASON_MAX_LINES), ...(own === undefined ? [] : [own])]
    .map((line) => `         ${line.trim()}`)
    .join('\n');
}
