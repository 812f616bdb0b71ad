import type { Outcome } from '../scenario.ts';
import { seconds } from '../units.ts';

/** @returns the message for a time beyond its bar */
export const beyond = (what: string, ms: number, barMs: number): string[] =>
  ms <= barMs ? [] : [`${what} took ${seconds(ms)}, the bar is ${seconds(barMs)}`];

/** Joins several outcomes, each under its name. */
export function joined(outcomes: ReadonlyMap<string, Outcome>): Outcome {
  const parts = [...outcomes];
  return {
    tried: parts.map(([name, { tried }]) => `${name}: ${tried}`).join('; '),
    seen: parts.map(([name, { seen }]) => `${name}: ${seen}`).join('; '),
    fell: parts.flatMap(([name, { fell = [] }]) => fell.map((what) => `${name}: ${what}`)),
  };
}
