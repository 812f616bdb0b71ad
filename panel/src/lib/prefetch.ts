import type { QueryClient } from '@tanstack/react-query';

/** Where a link leads to. */
export interface LinkTarget {
  /** The last part of the path: whose screen it is. */
  readonly id: string;
  readonly params: URLSearchParams;
}

/**
 * Loads into the cache what a screen asks for first, by the screen's own queries: what is there and fresh is not loaded
 * again. Exported by the screen's module, so that it comes with its code. Never rejects.
 */
export type Prefetch = (client: QueryClient, target: LinkTarget) => Promise<unknown>;
