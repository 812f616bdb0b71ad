/** Used with vitest's json reporter: adds to a retried test the time when it ran. */
// biome-ignore lint/style/noDefaultExport: what the test runner loads
export default class RetryReporter {
  onTestCaseResult(test) {
    const { retryCount = 0, startTime = 0, duration = 0 } = test.diagnostic() ?? {};
    if (retryCount > 0) test.meta().retried = { from: startTime, to: startTime + duration };
  }
}
