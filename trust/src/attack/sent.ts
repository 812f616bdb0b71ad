import type { Target } from '../target.ts';

/** How many inputs of one kind went out, and what went wrong. */
export interface Sent {
  count: number;
  fell: string[];
}
/** Sends so many; `seed` makes them the same again. */
export type Sender = (target: Target, count: number, seed: number) => Promise<Sent>;
