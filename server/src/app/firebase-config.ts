import { createPrivateKey } from 'node:crypto';
import type { FirebaseWebSettings } from '@hai-dang/contract/panel-settings.ts';
import { z } from 'zod';
import type { FirebaseSettings } from '../notifications/firebase.ts';

const REQUIRED_KEYS = [
  'FIREBASE_DATABASE_URL',
  'FIREBASE_PROJECT_ID',
  'FIREBASE_CLIENT_EMAIL',
  'FIREBASE_PRIVATE_KEY',
  'FIREBASE_API_KEY',
] as const;

function isDatabaseAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname } = new URL(value);
  return /^https?:$/.test(protocol) && pathname === '/';
}

function isPrivateKey(value: string): boolean {
  try {
    return createPrivateKey(value).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** The keys of the environment that are about Firebase; all or none of them is settled by {@link firebaseConflicts}. */
export const firebaseFields = {
  FIREBASE_DATABASE_URL: z
    .string()
    .refine(isDatabaseAddress, 'must be the address of a realtime database, without a path')
    .optional(),
  FIREBASE_PROJECT_ID: z.string().optional(),
  FIREBASE_CLIENT_EMAIL: z.email('must be the e-mail address of a service account').optional(),
  FIREBASE_PRIVATE_KEY: z
    .string()
    // Files of settings have it in one line.
    .transform((key) => key.replaceAll('\\n', '\n'))
    .refine(isPrivateKey, 'must be the RSA key of a service account, in PEM')
    .optional(),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, 'must be a host and a port')
    .optional(),
};
type FirebaseEnvironment = z.infer<z.ZodObject<typeof firebaseFields>>;

/** What single values cannot tell: some without the others, and what would leave a production system open. */
export function firebaseConflicts(given: Record<string, string | undefined>): string[] {
  const isAny = Object.keys(firebaseFields).some((key) => given[key]);
  const lines = isAny
    ? REQUIRED_KEYS.filter((key) => !given[key]).map((key) => `${key} is missing although others of FIREBASE_* are set`)
    : [];
  if (given['NODE_ENV'] !== 'production') return lines;
  if (given['FIREBASE_DATABASE_URL']?.startsWith('http:')) {
    lines.push('FIREBASE_DATABASE_URL must begin with https:// with NODE_ENV=production: http is for emulators');
  }
  if (given['FIREBASE_AUTH_EMULATOR_HOST']) {
    lines.push('FIREBASE_AUTH_EMULATOR_HOST must not be set with NODE_ENV=production: emulators check no signature');
  }
  return lines;
}

/** @returns null where Firebase is not set up */
export function firebaseSettings(env: FirebaseEnvironment): FirebaseSettings | null {
  const {
    FIREBASE_DATABASE_URL: databaseUrl,
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_CLIENT_EMAIL: clientEmail,
    FIREBASE_PRIVATE_KEY: privateKey,
    FIREBASE_API_KEY: apiKey,
    FIREBASE_AUTH_EMULATOR_HOST: authEmulatorHost,
  } = env;
  if (!databaseUrl || !projectId || !clientEmail || !privateKey || !apiKey) return null;
  return { databaseUrl, projectId, clientEmail, privateKey, apiKey, authEmulatorHost };
}

/** What the web SDK in the panel needs; the service account's key is not among it. */
export function firebaseWebSettings(settings: FirebaseSettings): FirebaseWebSettings {
  const { databaseUrl, projectId, apiKey, authEmulatorHost } = settings;
  return {
    databaseUrl,
    projectId,
    apiKey,
    ...(authEmulatorHost !== undefined && { authEmulatorUrl: `http://${authEmulatorHost}` }),
  };
}
