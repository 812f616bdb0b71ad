import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ConfigError, MIN_PASSWORD_LENGTH, parseConfig } from '../app/config.ts';
import { mediaDirOf } from '../app/open-image-store.ts';
import { createServices } from '../app/services.ts';
import { systemClock } from '../lib/clock.ts';
import { openDatabase } from '../lib/db/database.ts';
import { migrate } from '../lib/db/migrate.ts';
import { DomainError } from '../lib/domain-error.ts';
import { createDiskImageStore } from '../lib/images/image-store.ts';
import { createLogger } from '../lib/logger.ts';
import { silentPublisher } from '../lib/realtime/publisher.ts';
import { askNewPassword } from './ask-password.ts';

const USAGE = `npm run admin -- create <e-mail> [--username <name>]

Creates an administrator. The password is asked for, or read from standard input; it is never an argument.`;

class UsageError extends Error {}

type NewAdmin = { email: string; username?: string };

function readArguments(): NewAdmin {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { username: { type: 'string' } } });
    const [command, email = '', ...rest] = positionals;
    if (command !== 'create' || rest.length > 0) throw new UsageError(USAGE);
    if (!z.email().safeParse(email).success) throw new UsageError(`"${email}" is not an e-mail address.\n\n${USAGE}`);
    return { email, ...(values.username ? { username: values.username } : {}) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

async function createAdmin(admin: NewAdmin): Promise<void> {
  const config = parseConfig(process.env);
  const password = await askNewPassword();
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw new UsageError(`The password must have at least ${MIN_PASSWORD_LENGTH} characters.`);
  }
  const logger = createLogger({ level: 'warn' });
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, logger });
  try {
    await migrate(database.connection);
    const services = createServices({
      database,
      clock: systemClock,
      // An account that is made has no pictures: no bucket is asked for.
      images: createDiskImageStore(mediaDirOf(config)),
      publisher: silentPublisher,
    });
    await services.users.createAdministrator({ ...admin, password });
    console.log(`${admin.email} is an administrator now.`);
  } finally {
    await database.close();
  }
}

try {
  await createAdmin(readArguments());
} catch (error) {
  if (error instanceof DomainError && error.code === 'USER_EXISTS') {
    console.error('This e-mail or username is taken; --username chooses another name.');
  } else if (error instanceof ConfigError) {
    console.error(`The settings cannot be used:\n${error.message}`);
  } else {
    console.error(error instanceof Error ? error.message : error);
  }
  process.exitCode = 1;
}
