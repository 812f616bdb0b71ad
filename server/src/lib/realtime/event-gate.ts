import { createTokenBucket } from './token-bucket.ts';

/** Counts the events of one connection. */
export interface EventGate {
  /** @returns 'open': handle it; 'closed': refuse it; 'abuse': refuse it and close the connection */
  pass(): 'open' | 'closed' | 'abuse';
}

interface GateLimits {
  /** Also how many may come at once. */
  perSecond: number;
  /** So many refusals without a rest in between are abuse. */
  toleratedRefusals: number;
}

/** @param now milliseconds of a clock that never goes back */
export function createEventGate({ perSecond, toleratedRefusals }: GateLimits, now?: () => number): EventGate {
  const bucket = createTokenBucket({ burst: perSecond, perSecond }, now);
  let refusals = 0;
  return {
    pass() {
      if (bucket.isFull()) refusals = 0;
      if (bucket.tryConsume()) return 'open';
      refusals += 1;
      return refusals > toleratedRefusals ? 'abuse' : 'closed';
    },
  };
}
