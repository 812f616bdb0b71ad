/** See install.mjs. */
export function ensureInstalledApart(folder: string, name: string): Promise<void>;
