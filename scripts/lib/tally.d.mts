import type { TestResult } from './test-reports.mjs';

/** See tally.mjs. */
export class Tally {
  readonly summary: string;
  readonly failures: string[];
  readonly skips: string[];
  readonly unsteady: string[];
  constructor(stalls?: { lostMs(from: number, to: number): number });
  addCheck(name: string, isPassed: boolean): void;
  skip(name: string): void;
  forbidSkips(): void;
  forbidRetries(): void;
  addTests(project: string, tests: TestResult[] | null, exitCode: number): void;
}
