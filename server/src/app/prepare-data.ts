import path from 'node:path';
import { authStore } from '../auth/auth.store.ts';
import { verifyPassword } from '../auth/password.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import { type DemoLogins, readDemoLogins } from '../lib/db/demo-data-flag.ts';
import type { Log } from '../lib/logger.ts';
import { DEMO_ADMIN_LOGIN, DEMO_USER_LOGIN } from '../seed/demo-people.ts';
import type { Config } from './config.ts';
import type { Services } from './services.ts';
import { StartRefusal } from './start-refusal.ts';

type Needs = { database: Database; services: Pick<Services, 'users'>; config: Config; clock: Clock; logger: Log };

/** Where pictures lie. */
export const mediaDirOf = (config: Config): string => path.join(config.dataDir, 'media');

/**
 * Makes a migrated database ready for use: the first administrator, and demo data once where that is wanted.
 * @returns the demo accounts, if this database holds any
 * @throws {StartRefusal} in production with demo data or one of its accounts present
 */
export async function prepareData(needs: Needs): Promise<DemoLogins | null> {
  const { database, services, config, logger } = needs;
  const present = await readDemoLogins(database.db);
  if (config.isProduction) await refuseDemoAccounts(database, present);
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

async function refuseDemoAccounts({ db }: Database, present: DemoLogins | null): Promise<void> {
  if (present) {
    throw new StartRefusal(
      'This database holds demo data, whose accounts have known passwords, and NODE_ENV is production.\n' +
        'Start with an empty database (another DATA_DIR or DATABASE_URL) and without DEMO_DATA=1.',
    );
  }
  // The flag may be gone while an account is not, for instance in a copy of some tables.
  for (const { email, password } of [DEMO_ADMIN_LOGIN, DEMO_USER_LOGIN]) {
    const account = await authStore.findAccountByEmail(db, email);
    if (!(await verifyPassword(account?.password_hash, password))) continue;
    throw new StartRefusal(
      `The account ${email} has the password of the demo data (DEMO_DATA), and NODE_ENV is production.\n` +
        'Delete that account or give it another password.',
    );
  }
}
