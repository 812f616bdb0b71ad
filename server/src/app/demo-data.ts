import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import type { ImageStore } from '../lib/images/image-store.ts';
import type { Log } from '../lib/logger.ts';
import type { DemoLogins } from './demo-logins.ts';
import { StartupError } from './startup.ts';

const DEMO_SOURCES = path.resolve(import.meta.dirname, '../../../demo/src');

interface DemoDataOptions {
  database: Pick<Database, 'db' | 'transact'>;
  images: ImageStore;
  clock: Clock;
  logger: Log;
}

/**
 * Fills a database with demo data: the one place where the server loads demo/, which an installation need not have.
 * @returns the logins of the demo accounts
 * @throws {StartupError} where there is no demo/
 */
export async function fillWithDemoData(options: DemoDataOptions): Promise<DemoLogins> {
  if (!existsSync(DEMO_SOURCES)) {
    throw new StartupError(
      'DEMO_DATA asks for demo data, but this installation has no demo/src: the image comes without it.\n' +
        'Start with DEMO_DATA=0, or from the whole project with npm start.',
    );
  }
  const { seedDemoData } = await import('../../../demo/src/demo-data/demo-data.ts');
  return seedDemoData(options);
}
