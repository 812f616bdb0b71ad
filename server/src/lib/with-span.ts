/**
 * Runs the handler of an event or a job under its name, so that tracing can open a span around it. Passes on what the work
 * returns or throws.
 * @param name from our own list, never from client input
 */
export type WithSpan = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Runs the work where there is no tracing. */
export const withoutSpan: WithSpan = (_name, work) => work();
