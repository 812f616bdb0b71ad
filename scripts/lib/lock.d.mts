/** See lock.mjs. */
export function completeLock(lock: { packages: Record<string, object> }): string[];
export function findPackage(lock: { packages: object }, place: string, name: string): string | undefined;
