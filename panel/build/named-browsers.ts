/**
 * The oldest browsers that the panel is built for. Vite lowers the syntax for them and nothing else: what they lack of
 * functions must not be called, or only where it is there (e2e/src/named-browsers.e2e.test.ts).
 */
export const NAMED_BROWSERS = { chrome: '120', edge: '120', firefox: '121', safari: '17.2' } as const;

/** The same, as Vite wants them named. */
export const buildTargets = (): string[] =>
  Object.entries(NAMED_BROWSERS).map(([browser, version]) => `${browser}${version}`);
