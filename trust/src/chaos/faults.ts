import type { Scenario } from '../scenario.ts';

/** What `npm run chaos` breaks, in this order; the rest of docs/trust.md is broken by `npm test`. */
export const faults: readonly Scenario[] = [];
