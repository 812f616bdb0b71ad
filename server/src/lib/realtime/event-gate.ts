import { createTokenBucket } from './token-bucket.ts';

/** Counts the events of one connection. */
export interface EventGate {
  /**
   * @param mayPass asked where the connection itself has not sent too much: whether its account has not either
   * @returns 'open': handle it; 'closed': refuse it; 'abuse': refuse it and close the connection
   */
  pass(mayPass?: () => boolean): 'open' | 'closed' | 'abuse';
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
    pass(mayPass = () => true) {
      if (bucket.isFull()) refusals = 0;
      if (bucket.tryConsume() && mayPass()) return 'open';
      refusals += 1;
      return refusals > toleratedRefusals ? 'abuse' : 'closed';
    },
  };
}
