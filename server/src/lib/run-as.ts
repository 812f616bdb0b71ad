/**
 * Runs the handler of an event or a job under its name, so that tracing can open a span around it. Passes on what the work
 * returns or throws.
 * @param name from a list of our own, never what a client sends
 */
export type RunAs = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Without tracing. */
export const runUntraced: RunAs = (_name, work) => work();
