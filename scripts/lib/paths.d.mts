/** See paths.mjs. */
export const ROOT: string;
