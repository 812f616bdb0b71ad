/** See test-reports.mjs. */
export interface TestResult {
  name: string;
  status: 'passed' | 'failed' | 'skipped';
  retried?: { from: number; to: number; failure: string };
}
export function readVitestReport(report: object): TestResult[];
export function readPlaywrightReport(report: object): TestResult[];
