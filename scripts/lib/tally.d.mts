/** See tally.mjs. */
export class Tally {
  readonly summary: string;
  readonly failures: string[];
  readonly unsteady: string[];
  addCheck(name: string, isPassed: boolean): void;
  skip(name: string): void;
  forbidSkips(): void;
  addReport(project: string, report: object | null, exitCode: number): void;
}
