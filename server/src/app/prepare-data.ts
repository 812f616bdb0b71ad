import path from 'node:path';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import { type DemoLogins, readDemoLogins } from '../lib/db/demo-data-flag.ts';
import type { Log } from '../lib/logger.ts';
import type { Config } from './config.ts';
import type { Services } from './services.ts';
import { StartRefusal } from './start-refusal.ts';

type Needs = { database: Database; services: Pick<Services, 'users'>; config: Config; clock: Clock; logger: Log };

/** Where pictures lie. */
export const mediaDirOf = (config: Config): string => path.join(config.dataDir, 'media');

/**
 * Makes a migrated database ready for use: the first administrator, and demo data once where that is wanted.
 * @returns the demo accounts, if this database holds any
 * @throws {StartRefusal} in production with demo data present
 */
export async function prepareData(needs: Needs): Promise<DemoLogins | null> {
  const { database, services, config, logger } = needs;
  const present = await readDemoLogins(database.db);
  if (present && config.isProduction) {
    throw new StartRefusal(
      'This database holds demo data, whose accounts have known passwords, and NODE_ENV is production.\n' +
        'Start with an empty database (another DATA_DIR or DATABASE_URL) and without DEMO_DATA=1.',
    );
  }
  if (config.firstAdmin && !(await services.users.hasUserWithEmail(config.firstAdmin.email))) {
    await services.users.createAdministrator(config.firstAdmin);
    logger.info({ email: config.firstAdmin.email }, 'created the first administrator');
  }
  if (present || !config.demoData) return present;
  logger.info('filling the database with demo data, once');
  // Not loaded where it is not needed: it brings the drawing of pictures with it.
  const { seedDemoData } = await import('../seed/demo-data.ts');
  return seedDemoData({ database, mediaDir: mediaDirOf(config), clock: needs.clock, logger });
}
