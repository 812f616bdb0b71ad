/** What passed, failed and was skipped in one run. */
export class Tally {
  passed = 0;
  failed = 0;
  skipped = 0;
  /** @type {string[]} */
  failures = [];
  /** @type {string[]} */
  skips = [];
  /** @type {string[]} what passed at the second try only */
  unsteady = [];

  /** One check that is not a test: formatting, types, sizes. */
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
   * Adds a report of vitest's json reporter.
   * @param {string} project
   * @param {object | null} report null when vitest wrote none
   * @param {number} exitCode
   */
  addReport(project, report, exitCode) {
    const failedBefore = this.failed;
    const countedBefore = this.passed + this.failed + this.skipped;
    for (const file of report?.testResults ?? []) {
      for (const { fullName, status, failureMessages } of file.assertionResults) {
        this.#addTest(`${project}: ${fullName}`, status);
        if (status === 'passed' && failureMessages?.length > 0) this.unsteady.push(`${project}: ${fullName}`);
      }
      // A file that cannot even be loaded has no tests to fail.
      if (file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed')) {
        this.fail(`${project}: ${file.name}`);
      }
    }
    // An error outside every test, or no report at all.
    if (exitCode !== 0 && this.failed === failedBefore) this.fail(`${project}: vitest ended with code ${exitCode}`);
    if (this.passed + this.failed + this.skipped === countedBefore) this.fail(`${project}: no test ran`);
  }

  #addTest(name, status) {
    if (status === 'passed') this.passed += 1;
    else if (status === 'failed') this.fail(name);
    else this.skip(name);
  }

  /** Where everything must run, a skip is a failure too. */
  forbidSkips() {
    if (this.skipped > 0) this.fail(`${this.skipped} skipped, and with CI=true nothing may be`);
  }

  /** The last line of a run. */
  get summary() {
    const skipped = this.skipped > 0 ? `, ${this.skipped} skipped` : '';
    return `${this.passed} passed, ${this.failed} failed${skipped}`;
  }
}
