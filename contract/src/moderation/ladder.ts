import type { LadderStep } from './settings.schema.ts';

/** The penalty that the ladder proposes: days null for disabling without an end. */
export type Penalty = Pick<LadderStep, 'action' | 'suspendDays'>;

/** Returns the penalty that the ladder proposes for an account's points; null for too few. It only ever proposes. */
export function recommendFor(ladder: readonly LadderStep[], points: number): Penalty | null {
  const step = ladder.findLast((one) => points >= one.points);
  return step ? { action: step.action, suspendDays: step.suspendDays } : null;
}
