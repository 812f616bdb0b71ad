import { createTokenBucket } from './token-bucket.ts';

/** Counts the events of one connection. */
export interface EventLimiter {
  /**
   * @param isAccountWithin called where the connection itself is within its limit: whether its account is, too
   * @returns 'allowed': handle it; 'rejected': reject it; 'abuse': reject it and close the connection
   */
  tryConsume(isAccountWithin?: () => boolean): 'allowed' | 'rejected' | 'abuse';
}

interface EventLimits {
  /** Events in a second; a burst has as many. */
  perSecond: number;
  /** This many rejections without a pause are abuse. */
  toleratedRejections: number;
}

/** @param now milliseconds of a monotonic clock */
export function createEventLimiter({ perSecond, toleratedRejections }: EventLimits, now?: () => number): EventLimiter {
  const bucket = createTokenBucket({ burst: perSecond, perSecond }, now);
  let rejections = 0;
  return {
    tryConsume(isAccountWithin = () => true) {
      if (bucket.isFull()) rejections = 0;
      if (bucket.tryConsume() && isAccountWithin()) return 'allowed';
      rejections += 1;
      return rejections > toleratedRejections ? 'abuse' : 'rejected';
    },
  };
}
