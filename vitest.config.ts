import os from 'node:os';
import { defineConfig } from 'vitest/config';

const integration = ['{demo,server}/src/**/*.integration.test.ts', 'scripts/**/*.integration.test.ts'];
/** Vitest itself leaves one processor idle: of two, half of the machine. */
const maxWorkers = Math.min(2, os.availableParallelism());

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
          exclude: integration,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'integration',
          include: integration,
          globalSetup: './server/src/testing/global-setup.ts',
          // The files have no state in common but the modules, which are loaded once a worker: twice as fast.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 30_000,
          // Each file has a database of its own.
          maxWorkers,
          // For a machine that stalls; the result names what needed this, and with CI=true it has failed (docs/decisions/029).
          retry: 1,
        },
      },
    ],
  },
});
