/** What a scenario may use while it runs. */
export interface ScenarioContext {
  /** `--times`: how often to do it where less than usual is wanted. */
  readonly times: number | undefined;
  /** Called at the end, however that comes about, the last one first. */
  defer(close: () => unknown): void;
}

/** What came of a scenario. */
export interface Outcome {
  /** What was done, and how often. */
  tried: string;
  /** What was seen, with its figures. */
  seen: string;
  /** What should not have happened; none means that it held. */
  fell?: readonly string[];
}

/** One line of docs/trust.md, tried for real. */
export interface Scenario {
  /** As docs/trust.md names it; `--only` takes a part of it. */
  readonly line: string;
  /** Whatever it does not end within is its fall. */
  readonly limitMs: number;
  /** @throws {Skipped} where something it needs is not here; any other error is its fall */
  run(context: ScenarioContext): Promise<Outcome>;
}

/** What a scenario needs is not on this machine; the message says what. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}
