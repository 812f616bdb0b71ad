import { useEffect, useState } from 'react';

const CLOCK_STEP_MS = 15_000;

/** The time, a quarter of a minute old at most: for what is shown relative to it. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
