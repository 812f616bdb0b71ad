import { parseArgs } from 'node:util';
import { NEW_PASSWORD_MIN_CHARS } from '@hai-dang/contract/constants.ts';
import type { ErrorCode } from '@hai-dang/contract/errors.ts';
import { z } from 'zod';
import { resetSecondFactor } from '../account/second-factor.ts';
import { type Config, parseConfig } from '../app/config.ts';
import { mediaDirOf } from '../app/open-image-store.ts';
import { createServices, type Services } from '../app/services.ts';
import { findAdministrator } from '../auth/find-administrator.ts';
import { checkPasswordStrength, type PasswordWeakness } from '../auth/password-strength.ts';
import { systemClock } from '../lib/clock.ts';
import { openDatabase } from '../lib/db/database.ts';
import { migrate } from '../lib/db/migrate.ts';
import { DomainError } from '../lib/domain-error.ts';
import { createDiskImageStore } from '../lib/images/image-store.ts';
import { createLogger } from '../lib/logger.ts';
import { noopPublisher } from '../lib/realtime/publisher.ts';
import { createAdministrator } from '../users/create-administrator.ts';
import { askNewPassword } from './ask-password.ts';

const USAGE = `npm run admin -- create <e-mail> [--username <name>]

Creates an administrator. The password is asked for, or read from standard input; it is never an argument.

npm run admin -- reset-second-factor <e-mail>

Takes off the second factor of an administrator who has lost it. Every session of the account ends.`;

const WEAKNESSES: Readonly<Record<PasswordWeakness, string>> = {
  short: `it must have at least ${NEW_PASSWORD_MIN_CHARS} characters`,
  personal: 'it holds the name, the e-mail or the product',
  common: 'it is nearly one that many people use',
  word: 'it is made of a few common words or names',
  pattern: 'it repeats itself, follows the keyboard or is a date',
  guessable: 'it can be guessed',
};

/** Where the audit log says that a change came from. */
const COMMAND_LINE = { requestId: 'command-line', address: 'local' } as const;

class UsageError extends Error {}

interface Command {
  name: 'create' | 'reset-second-factor';
  email: string;
  username?: string;
}

function readArguments(): Command {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { username: { type: 'string' } } });
    const [name, email = '', ...rest] = positionals;
    const isKnown = name === 'create' || (name === 'reset-second-factor' && values.username === undefined);
    if (!isKnown || rest.length > 0) throw new UsageError(USAGE);
    if (!z.email().safeParse(email).success) throw new UsageError(`"${email}" is not an e-mail address.\n\n${USAGE}`);
    return { name, email, ...(values.username ? { username: values.username } : {}) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

async function withServices(config: Config, work: (services: Services) => Promise<void>): Promise<void> {
  const logger = createLogger({ level: 'warn' });
  const database = await openDatabase({
    ...config.pool,
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    logger,
  });
  try {
    await migrate(database.connection);
    const services = createServices({
      database,
      clock: systemClock,
      // An account that is made has no images: no bucket is asked for.
      images: createDiskImageStore(mediaDirOf(config)),
      publisher: noopPublisher,
    });
    await work(services);
  } finally {
    await database.close();
  }
}

async function createAdmin({ email, username = email.split('@', 1)[0] ?? email }: Command): Promise<void> {
  // Settings that cannot be used are rejected before anything is asked.
  const config = parseConfig(process.env);
  const password = await askNewPassword();
  const weakness = await checkPasswordStrength(password, [email, username]);
  if (weakness) throw new UsageError(`The password will not do: ${WEAKNESSES[weakness]}. Nothing was made.`);
  await withServices(config, async ({ app }) => {
    await createAdministrator(app, { email, username, password });
    console.log(`${email} is an administrator now.`);
  });
}

const removeLostFactor = ({ email }: Command): Promise<void> =>
  withServices(parseConfig(process.env), async ({ app }) => {
    const by = { actor: null, context: COMMAND_LINE };
    await resetSecondFactor(app, await findAdministrator(app, email), by);
    console.log(`${email} signs in with the password alone now, and should set up another second factor.`);
  });

const MESSAGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  USER_EXISTS: 'This e-mail or username is taken; --username chooses another name.',
  USER_NOT_FOUND: 'No administrator has this e-mail.',
  SECOND_FACTOR_NOT_ON: 'This administrator has no second factor; nothing was changed.',
};

function messageOf(error: unknown): string {
  if (error instanceof DomainError) {
    const code: ErrorCode = error.code;
    return MESSAGES[code] ?? error.message;
  }
  return error instanceof Error ? error.message : String(error);
}

try {
  const command = readArguments();
  await (command.name === 'create' ? createAdmin(command) : removeLostFactor(command));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
