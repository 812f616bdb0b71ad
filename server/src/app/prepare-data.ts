import { authStore } from '../auth/auth.store.ts';
import { verifyPassword } from '../auth/password.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import { DomainError } from '../lib/domain-error.ts';
import { newId } from '../lib/ids.ts';
import type { BucketHealth } from '../lib/images/bucket-health.ts';
import { createDiskImageStore, type ImageStore } from '../lib/images/image-store.ts';
import type { Log } from '../lib/logger.ts';
import { hasAdministrator } from '../users/count-users.ts';
import { createAdministrator } from '../users/create-administrator.ts';
import { hasUserWithEmail } from '../users/find-user.ts';
import type { Config } from './config.ts';
import { fillWithDemoData } from './demo-data.ts';
import { DEMO_ADMIN_LOGIN, DEMO_USER_LOGIN, type DemoLogins, findDemoLogins } from './demo-logins.ts';
import { mediaDirOf } from './open-image-store.ts';
import type { Services } from './services.ts';
import { StartupError } from './startup.ts';

type PrepareOptions = {
  database: Database;
  services: Pick<Services, 'app'>;
  images: ImageStore;
  bucket?: Pick<BucketHealth, 'isAvailable'> | undefined;
  config: Config;
  clock: Clock;
  logger: Log;
};
const NAME_SUFFIX_CHARS = 6;
type FirstAdmin = NonNullable<Config['firstAdmin']>;

/**
 * Makes a migrated database ready for use: the first administrator, and demo data once where it is enabled.
 * @returns the demo accounts, if this database holds any
 * @throws {StartupError} with demo data or one of its accounts present in production, or where other machines reach it
 *   without DEMO_DATA=1; where ADMIN_EMAIL cannot be made an administrator; where demo data is wanted without demo/
 */
export async function prepareData(options: PrepareOptions): Promise<DemoLogins | null> {
  const { database, services, config, logger } = options;
  const present = await findDemoLogins(database.db);
  if (!config.mayHaveDemoLogins) await rejectDemoAccounts(options, present);
  if (config.firstAdmin) await ensureAdministrator(options, config.firstAdmin);
  if (present || !config.demoData) {
    if (!(await hasAdministrator(services.app.db))) {
      logger.warn('no administrator exists: create one with "npm run admin -- create <e-mail>"');
    }
    if (present) warnOfDemoLogins(options);
    return present;
  }
  logger.info('inserting demo data');
  warnOfDemoLogins(options);
  if (!options.bucket || options.bucket.isAvailable()) return fillWithDemoData(options);
  const mediaDir = mediaDirOf(config);
  logger.warn({ mediaDir }, 'the images of the demo data go to the disk: the bucket is unreachable');
  // They are served from there once the bucket responds.
  return fillWithDemoData({ ...options, images: createDiskImageStore(mediaDir) });
}

/** Leaves an account that has this e-mail as it is. Several servers may do this at once. */
async function ensureAdministrator(
  { services, logger }: PrepareOptions,
  { email, password }: FirstAdmin,
): Promise<void> {
  const { app } = services;
  const [local = email] = email.split('@', 1);
  // If a name is taken the next is tried; the last is unique.
  for (const username of [local, email, `${local}-${newId().slice(-NAME_SUFFIX_CHARS)}`]) {
    if (await hasUserWithEmail(app.db, email)) return;
    try {
      await createAdministrator(app, { email, username, password });
      logger.info({ email, username }, 'first administrator created');
      return;
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'USER_EXISTS')) throw error;
    }
  }
  if (await hasUserWithEmail(app.db, email)) return;
  throw new StartupError(`No administrator could be made of ADMIN_EMAIL ${email}: all user names tried are taken.`);
}

/** Warns when accounts with public passwords are reachable from other machines, which only DEMO_DATA=1 allows. */
function warnOfDemoLogins({ config, logger }: PrepareOptions): void {
  if (!config.isReachable) return;
  logger.warn(
    { host: config.host },
    'DEMO ACCOUNTS ARE OPEN to other machines, with passwords that everybody knows, because DEMO_DATA=1 says so',
  );
}

async function rejectDemoAccounts({ database, config }: PrepareOptions, present: DemoLogins | null): Promise<void> {
  const why = config.isProduction ? 'NODE_ENV is production' : `HOST ${config.host} is open to other machines`;
  if (present) {
    throw new StartupError(
      `This database holds demo data, whose accounts have known passwords, and ${why}.\n` +
        'Start with an empty database (another DATA_DIR or DATABASE_URL)' +
        (config.isProduction
          ? ' and without DEMO_DATA=1.'
          : ', with HOST=127.0.0.1, or, if strangers may sign in, with DEMO_DATA=1.'),
    );
  }
  const demoLogins = [DEMO_ADMIN_LOGIN, DEMO_USER_LOGIN];
  if (demoLogins.some(({ password }) => password === config.firstAdmin?.password)) {
    throw new StartupError('ADMIN_PASSWORD is a password of the demo data, which everybody knows: choose another one.');
  }
  // The flag may be gone while an account is not, for instance in a copy of some tables.
  for (const { email, password } of demoLogins) {
    const account = await authStore.findAccountByEmail(database.db, email);
    if (!(await verifyPassword(account?.password_hash, password))) continue;
    throw new StartupError(
      `The account ${email} has the password of the demo data (DEMO_DATA), and ${why}.\n` +
        `Remove it from the database (delete from users where email = '${email}') or start with an empty one ` +
        '(another DATA_DIR or DATABASE_URL).',
    );
  }
}
