/** See paths.mjs. */
export const ROOT: string;
/** See paths.mjs. */
export const SERVER_FLAGS: readonly string[];
