import os from 'node:os';
import { defineConfig } from 'vitest/config';
import { findBrowsers } from './scripts/lib/browsers.mjs';

const onDatabase = (level: string) => [`{demo,server}/src/**/*.${level}.test.ts`, `scripts/**/*.${level}.test.ts`];
const integration = onDatabase('integration');
const system = onDatabase('system');
const components = 'panel/src/**/*.component.test.tsx';
/** Vitest itself leaves one processor idle: of two, half of the machine. */
const maxWorkers = Math.min(2, os.availableParallelism());

/** Each file has a database of its own, and no state in common but the modules, which are loaded once a worker. */
const ON_DATABASE = {
  globalSetup: './server/src/testing/global-setup.ts',
  isolate: false,
  testTimeout: 20_000,
  hookTimeout: 30_000,
  // A test that passes only now is named as unsteady (docs/decisions/008).
  retry: 1,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'contract/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'demo/src/**/*.test.ts',
            'panel/{build,src}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'trust/src/**/*.test.ts',
          ],
          exclude: [...integration, ...system, components],
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      // Without a browser npm test names these as skipped (scripts/test.mjs).
      ...(findBrowsers().length > 0 ? ['panel/vitest.config.ts'] : []),
      {
        test: { ...ON_DATABASE, name: 'integration', include: integration, maxWorkers, sequence: { groupOrder: 2 } },
      },
      {
        // Tests that start servers, Redis or PgBouncer, or kill: when nothing else runs, since they depend on real time.
        // They mostly wait, so four files at a time do not disturb each other.
        test: {
          ...ON_DATABASE,
          name: 'system',
          include: system,
          maxWorkers: maxWorkers + 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
