/** See changed-tests.mjs. */
export function testsOfChangedFeatures(changed: readonly string[], tests: readonly string[]): string[];
