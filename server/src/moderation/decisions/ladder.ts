import type { ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';

type Recommended = ModerationSubject['strikes']['recommended'];

/** What is proposed from how many points on, the most first. It only ever proposes. */
const LADDER: ReadonlyArray<{ points: number; recommended: NonNullable<Recommended> }> = [
  { points: 9, recommended: { action: 'disable', suspendDays: null } },
  { points: 6, recommended: { action: 'suspend', suspendDays: 30 } },
  { points: 3, recommended: { action: 'suspend', suspendDays: 7 } },
];

/** What the ladder proposes for the points of an account; null for few. */
export const recommendFor = (points: number): Recommended =>
  LADDER.find((step) => points >= step.points)?.recommended ?? null;
