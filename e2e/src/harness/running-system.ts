import { inject } from 'vitest';
import type { RunningSystem } from './global-setup.ts';

/** Whether there is a browser to run in. */
export const hasBrowser = (): boolean => inject('systems').length > 0;

/** The installed browsers, the one that most tests run in first. */
export const browserNames = (): string[] => inject('systems')[0]?.browsers.map(({ name }) => name) ?? [];

/**
 * The system of the worker that runs this file.
 * @throws where there is no browser, or more workers than systems
 */
export function runningSystem(): RunningSystem {
  const systems = inject('systems');
  const system = systems[Number(process.env['VITEST_POOL_ID']) - 1];
  if (!system) {
    throw new Error(systems.length === 0 ? 'no browser on this machine' : 'run these tests alone: --project e2e');
  }
  return system;
}
