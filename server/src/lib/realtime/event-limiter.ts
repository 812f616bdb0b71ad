import { createTokenBucket } from './token-bucket.ts';

interface EventLimits {
  /** Events in a second; a burst has as many. */
  perSecond: number;
  /** This many rejections without a pause are abuse. */
  toleratedRejections: number;
}

/**
 * Counts the events of one connection.
 * @param now milliseconds of a monotonic clock
 */
export function createEventLimiter({ perSecond, toleratedRejections }: EventLimits, now?: () => number) {
  const bucket = createTokenBucket({ burst: perSecond, perSecond }, now);
  let rejections = 0;
  return {
    /**
     * @param isAccountWithin called where the connection itself is within its limit: whether its account is, too
     * @returns 'allowed': handle it; 'rejected': reject it; 'abuse': reject it and close the connection
     */
    tryConsume(isAccountWithin = () => true): 'allowed' | 'rejected' | 'abuse' {
      if (bucket.isFull()) rejections = 0;
      if (bucket.tryConsume() && isAccountWithin()) return 'allowed';
      rejections += 1;
      return rejections > toleratedRejections ? 'abuse' : 'rejected';
    },
  };
}
export type EventLimiter = ReturnType<typeof createEventLimiter>;
