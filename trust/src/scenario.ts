/** The context of a running scenario. */
export interface ScenarioContext {
  /** `--times`: the number of repetitions, to run fewer than usual. */
  readonly times: number | undefined;
  /** Called at the end in any case, the last one first. */
  defer(close: () => unknown): void;
}

/** The outcome of a scenario. */
export interface Outcome {
  /** The actions, and how often they were done. */
  tried: string;
  /** The observations, with their numbers. */
  seen: string;
  /** The problems; none means that the line held. */
  fell?: readonly string[];
}

/** One line of docs/trust.md as an executable scenario. */
export interface Scenario {
  /** The line of docs/trust.md; `--only` takes a part of it. */
  readonly line: string;
  /** A scenario that exceeds it has failed. */
  readonly limitMs: number;
  /** @throws {Skipped} if a prerequisite is missing; any other error means failure */
  run(context: ScenarioContext): Promise<Outcome>;
}

/** A prerequisite of a scenario is missing on this machine; the message names it. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}
