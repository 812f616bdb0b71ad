import type { QueryClient } from '@tanstack/react-query';

/** Where a link leads to. */
export interface Destination {
  /** The last part of the path: whose screen it is. */
  readonly id: string;
  readonly params: URLSearchParams;
}

/**
 * Reads into the cache what a screen will ask for first, just as the screen does: what is there and fresh is not read
 * again. Exported by the screen's own module, so that it comes with its code. Never rejects.
 */
export type ReadAhead = (client: QueryClient, destination: Destination) => Promise<unknown>;
