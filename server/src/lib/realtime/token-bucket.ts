/** The burst, and the refill rate. */
export interface BucketSize {
  burst: number;
  perSecond: number;
}

/** A number of tokens that fills by itself. */
export interface TokenBucket {
  /** @returns false, and takes nothing, where there are too few tokens */
  tryConsume(tokens?: number): boolean;
  /** Whether nothing of it has been used for some time. */
  isFull(): boolean;
}

const SECOND_MS = 1_000;

/** @param now milliseconds of a monotonic clock */
export function createTokenBucket(
  { burst, perSecond }: BucketSize,
  now: () => number = () => performance.now(),
): TokenBucket {
  let left = burst;
  let last = now();
  const fill = () => {
    const at = now();
    left = Math.min(burst, left + ((at - last) / SECOND_MS) * perSecond);
    last = at;
  };
  return {
    tryConsume(tokens = 1) {
      fill();
      if (left < tokens) return false;
      left -= tokens;
      return true;
    },
    isFull() {
      fill();
      return left === burst;
    },
  };
}
