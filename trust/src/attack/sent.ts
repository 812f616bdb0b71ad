import type { Target } from '../target.ts';

/** Number of inputs of one type sent, and the errors. */
export interface Sent {
  count: number;
  fell: string[];
}
/** Sends this many; the same `seed` reproduces them. */
export type Sender = (target: Target, count: number, seed: number) => Promise<Sent>;
