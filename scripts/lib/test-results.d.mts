/** See test-results.mjs. */
export interface TestResult {
  name: string;
  status: 'passed' | 'failed' | 'skipped';
  firstError?: string;
}
export function readVitestReport(report: object): TestResult[];
export function readPlaywrightReport(report: object): TestResult[];
export function summarize(
  results: readonly TestResult[],
  rules: { mayBeSkipped: boolean },
): { lines: string[]; isPassed: boolean };
