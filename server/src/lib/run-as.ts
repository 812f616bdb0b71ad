/**
 * Does `work` as one run of what is named: an event, a job. Whoever wants to know what such a run does puts himself
 * around it; what the work gives and throws is passed on.
 * @param name of a list of our own, never what somebody sends
 */
export type RunAs = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Where nobody looks on. */
export const runUnwatched: RunAs = (_name, work) => work();
