import type { LadderStep } from './settings.schema.ts';

/** What the ladder proposes: days null for disabling without an end. */
export type Penalty = Pick<LadderStep, 'action' | 'suspendDays'>;

/** What the ladder proposes for the points of an account; null for too few. It only ever proposes. */
export function recommendFor(ladder: readonly LadderStep[], points: number): Penalty | null {
  const step = ladder.findLast((one) => points >= one.points);
  return step ? { action: step.action, suspendDays: step.suspendDays } : null;
}
