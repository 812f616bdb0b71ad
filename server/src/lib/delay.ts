/** Calls `work` after a time. @returns takes it back */
export type Delay = (work: () => void, ms: number) => () => void;

/** By a timer that keeps no process alive. */
export const realDelay: Delay = (work, ms) => {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
};
