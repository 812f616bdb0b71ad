/** See lock.mjs. */
export function completeLock(lock: { packages: Record<string, object> }): string[];
