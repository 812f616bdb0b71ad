/** The burst, and the refill rate. */
export interface BucketSize {
  burst: number;
  perSecond: number;
}

/**
 * A number of tokens that fills by itself. rate-limiter-flexible counts windows and returns promises; a frame is parsed, or
 * not, in the call that emits it.
 * @param now milliseconds of a monotonic clock
 */
export function createTokenBucket({ burst, perSecond }: BucketSize, now: () => number = () => performance.now()) {
  let left = burst;
  let last = now();
  const fill = (): number => {
    const at = now();
    left = Math.min(burst, left + ((at - last) / 1_000) * perSecond);
    last = at;
    return left;
  };
  return {
    /** @returns false, and takes nothing, where there are too few tokens */
    tryConsume(tokens = 1): boolean {
      if (fill() < tokens) return false;
      left -= tokens;
      return true;
    },
    /** Whether nothing of it has been used for some time. */
    isFull: () => fill() === burst,
  };
}
export type TokenBucket = ReturnType<typeof createTokenBucket>;
