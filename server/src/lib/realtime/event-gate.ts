/** Counts one socket's events. */
export interface EventGate {
  /** @returns 'open': handle it; 'closed': refuse it; 'abuse': refuse it and close the socket */
  pass(): 'open' | 'closed' | 'abuse';
}

interface GateLimits {
  /** Also how many may come at once. */
  perSecond: number;
  /** So many refusals without a rest in between are abuse. */
  toleratedRefusals: number;
}

const SECOND_MS = 1_000;

/**
 * A bucket of tokens that fills by itself.
 * @param now milliseconds of a clock that never goes back
 */
export function createEventGate(
  { perSecond, toleratedRefusals }: GateLimits,
  now: () => number = () => performance.now(),
): EventGate {
  let tokens = perSecond;
  let refusals = 0;
  let last = now();
  return {
    pass() {
      const at = now();
      tokens = Math.min(perSecond, tokens + ((at - last) / SECOND_MS) * perSecond);
      last = at;
      if (tokens === perSecond) refusals = 0;
      if (tokens >= 1) {
        tokens -= 1;
        return 'open';
      }
      refusals += 1;
      return refusals > toleratedRefusals ? 'abuse' : 'closed';
    },
  };
}
