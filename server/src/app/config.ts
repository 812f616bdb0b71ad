import { isIP } from 'node:net';
import path from 'node:path';
import { NEW_PASSWORD_MIN_CHARS } from '@hai-dang/contract/constants.ts';
import type { PanelSettings } from '@hai-dang/contract/panel-settings.ts';
import { z } from 'zod';
import { DEFAULT_MAX_CONNECTIONS, DEFAULT_STATEMENT_TIMEOUT_MS, type PoolSettings } from '../lib/db/database.ts';
import { CALL_LIMITS, type CallLimits } from '../lib/http/call-limits.ts';
import type { S3Settings } from '../lib/images/s3-image-store.ts';
import { LOG_LEVELS } from '../lib/logger.ts';
import type { FirebaseSettings } from '../notifications/firebase.ts';
import { firebaseConflicts, firebaseFields, firebaseSettings, firebaseWebSettings } from './firebase-config.ts';
import { s3Conflicts, s3Fields, s3Settings } from './s3-config.ts';
import { type TraceSettings, traceFields, traceSettings } from './telemetry/traces-config.ts';

const REPO_ROOT = path.resolve(import.meta.dirname, '../../..');
const SHUTDOWN_DELAY_MAX_SECONDS = 300;
const SHUTDOWN_DELAY_RULE = `must be a number of seconds, ${SHUTDOWN_DELAY_MAX_SECONDS} at most`;
const SECOND_MS = 1_000;
const SOCKETS_RULE = 'must be a number of sockets, 1 to 1000000';
const MEBIBYTE = 1024 * 1024;
const CALLS_MAX = 1_000_000;
const CALLS_RULE = `must be a number of calls, 1 to ${CALLS_MAX}`;
const POOL_SIZE_RULE = 'must be a number of connections, 2 to 500';
const STATEMENT_TIMEOUT_RULE = 'must be a number of seconds, 1 to 600';

/** Settings that cannot be used; the message has one line for each bad key. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number');
const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1');
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://');
const wholeNumber = (least: number, most: number, rule: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .refine((value) => value >= least && value <= most, rule);
const httpAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
const isOrigin = (value: string) => httpAddress(value) && new URL(value).origin === value;
/** The path, if any, is the number of the database. */
function isRedisUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, pathname } = new URL(value);
  return /^rediss?:$/.test(protocol) && hostname !== '' && /^\/?\d*$/.test(pathname);
}
/** Not a number of proxies: whoever reaches the server past them could then name any address. */
const isProxy = (value: string) => {
  const [address = '', bits, ...rest] = value.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const mostBits = isIP(address) === 4 ? 32 : 128;
  const isRange = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= mostBits);
  return isIP(address) > 0 && rest.length === 0 && isRange;
};
const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
const baseUrl = z
  .string()
  .refine((value) => value === '' || httpAddress(value), 'must be an http or https address')
  .transform((value) => value.replace(/\/+$/, ''))
  .default('');

const environmentSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(4000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 500, POOL_SIZE_RULE).default(DEFAULT_MAX_CONNECTIONS),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: wholeNumber(1, 600, STATEMENT_TIMEOUT_RULE).default(
    DEFAULT_STATEMENT_TIMEOUT_MS / SECOND_MS,
  ),
  DATABASE_POOLER: flag.default(false),
  DATABASE_PREPARED_STATEMENTS: flag.optional(),
  REDIS_URL: z.string().refine(isRedisUrl, 'must be redis:// or rediss:// with a host').optional(),
  ALLOWED_ORIGINS: z
    .string()
    .transform((list) => list.split(',').map((origin) => origin.trim()))
    .refine(
      (origins) => origins.every(isOrigin),
      'must be origins such as https://panel.example.vn, with commas between',
    )
    .default([]),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(NEW_PASSWORD_MIN_CHARS, `must have at least ${NEW_PASSWORD_MIN_CHARS} characters`)
    .optional(),
  REQUIRE_2FA: flag.default(false),
  DEMO_DATA: flag.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .refine((addresses) => addresses.every(isProxy), 'must be addresses, ranges such as 10.0.0.0/8, or loopback')
    .optional(),
  MAX_SOCKETS_PER_ADDRESS: wholeNumber(1, 1_000_000, SOCKETS_RULE).default(10_000),
  API_DOCS: flag.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  CALLS_PER_SECOND_PER_ACCOUNT: wholeNumber(1, CALLS_MAX, CALLS_RULE).default(CALL_LIMITS.perAccount),
  CALLS_PER_SECOND_PER_ADDRESS: wholeNumber(1, CALLS_MAX, CALLS_RULE).default(CALL_LIMITS.perAddress),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, SHUTDOWN_DELAY_MAX_SECONDS, SHUTDOWN_DELAY_RULE).default(0),
  USER_IMAGES_MAX_MB: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a number of megabytes')
    .transform(Number)
    .optional(),
  PUBLIC_URL: baseUrl,
  API_BASE_URL: baseUrl,
  SOCKET_BASE_URL: baseUrl,
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('hotro@hai-dang.example'),
  ...firebaseFields,
  ...s3Fields,
  ...traceFields,
});

/** The names of all settings. */
export const SETTING_NAMES: ReadonlySet<string> = new Set(Object.keys(environmentSchema.shape));

/** What single values cannot tell. Looked at even where a single value is bad, so that all is named at once. */
function conflicts(given: Record<string, string | undefined>): string[] {
  const lines: string[] = [];
  if (given['ADMIN_EMAIL'] && !given['ADMIN_PASSWORD'])
    lines.push('ADMIN_PASSWORD is missing although ADMIN_EMAIL is set');
  if (given['ADMIN_PASSWORD'] && !given['ADMIN_EMAIL'])
    lines.push('ADMIN_EMAIL is missing although ADMIN_PASSWORD is set');
  if (given['DATABASE_DIRECT_URL'] && !given['DATABASE_URL'])
    lines.push('DATABASE_DIRECT_URL must not be set without DATABASE_URL, past whose pooler it leads');
  if (given['DATABASE_POOLER'] === '1' && !given['DATABASE_URL'])
    lines.push('DATABASE_POOLER must not be 1 without DATABASE_URL: nothing is between a server and its own database');
  if (given['DEMO_DATA'] === '1' && given['NODE_ENV'] === 'production') {
    lines.push('DEMO_DATA must not be 1 with NODE_ENV=production: demo accounts have known passwords');
  }
  if (given['METRICS_PORT'] && given['METRICS_PORT'] === (given['PORT'] ?? '4000')) {
    lines.push('METRICS_PORT must not be the port of the panel: metrics are not for everybody');
  }
  return [...lines, ...firebaseConflicts(given), ...s3Conflicts(given)];
}

export type Config = {
  isProduction: boolean;
  host: string;
  port: number;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | undefined;
  pool: Required<PoolSettings>;
  /** By which several servers are one; undefined: there is only this one. */
  redisUrl: string | undefined;
  allowedOrigins: string[];
  /** Made at start when no account has this e-mail. */
  firstAdmin: { email: string; password: string } | null;
  /** Whether an administrator without a second factor may do nothing but set one up. */
  requireSecondFactor: boolean;
  demoData: boolean;
  /** Whether other machines may reach this server. */
  isReachable: boolean;
  /** Whether accounts whose passwords everybody knows may be open: to this machine alone, or where DEMO_DATA=1 says so. */
  mayHaveDemoLogins: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Which proxies may name the client's address (X-Forwarded-For); false: none. */
  trustProxy: false | string[];
  /** How many sockets clients of one address may have open at this server. */
  socketsPerAddress: number;
  apiDocs: boolean;
  /** Where metrics are read; null: nowhere. */
  metrics: { host: string; port: number } | null;
  /** What is told to a collector of traces; null: nothing. */
  traces: TraceSettings | null;
  /** How many calls a second are taken. */
  callLimits: CallLimits;
  /** How long a server that is to end goes on serving after it has said so to the balancer. */
  shutdownDelayMs: number;
  /** What the images that one user sends may take in the store; undefined for what the services have by themselves. */
  userImagesMaxBytes: number | undefined;
  /** Where clients reach this product, as images' addresses name it; '' means by the address that each has used. */
  publicUrl: string;
  /** Told to the panel; '' means the panel's own origin. */
  apiBaseUrl: string;
  socketBaseUrl: string;
  /** Shown to an administrator who has forgotten the password. */
  supportEmail: string;
  /** Where notifications are kept beside our own tables; null: nowhere. */
  firebase: FirebaseSettings | null;
  /** Where pictures lie; null: under the data folder. */
  s3: S3Settings | null;
};

/**
 * The settings of this process, from its environment. An empty value counts as not set.
 * @throws {ConfigError} naming every bad key
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  const issues = parsed.error?.issues ?? [];
  const lines = [...issues.map(({ path: [key], message }) => `${String(key)} ${message}`), ...conflicts(given)];
  if (!parsed.success || lines.length > 0) throw new ConfigError(lines.join('\n'));
  const env = parsed.data;
  const isProduction = env.NODE_ENV === 'production';
  return {
    isProduction,
    host: env.HOST,
    port: env.PORT,
    dataDir: path.resolve(REPO_ROOT, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    pool: {
      maxConnections: env.DATABASE_POOL_SIZE,
      statementTimeoutMs: env.DATABASE_STATEMENT_TIMEOUT_SECONDS * SECOND_MS,
      hasPooler: env.DATABASE_POOLER,
      directUrl: env.DATABASE_DIRECT_URL,
      // A pooler older than PgBouncer 1.21 cannot keep them.
      prepareStatements: env.DATABASE_PREPARED_STATEMENTS ?? !env.DATABASE_POOLER,
    },
    redisUrl: env.REDIS_URL,
    allowedOrigins: env.ALLOWED_ORIGINS,
    firstAdmin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : null,
    requireSecondFactor: env.REQUIRE_2FA,
    // A database of somebody's own is never filled unasked.
    demoData: env.DEMO_DATA ?? (!isProduction && !env.DATABASE_URL && isLoopback(env.HOST)),
    isReachable: !isLoopback(env.HOST),
    mayHaveDemoLogins: !isProduction && (isLoopback(env.HOST) || env.DEMO_DATA === true),
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY ?? false,
    socketsPerAddress: env.MAX_SOCKETS_PER_ADDRESS,
    apiDocs: env.API_DOCS ?? !isProduction,
    metrics: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    traces: traceSettings(env),
    callLimits: {
      perAccount: env.CALLS_PER_SECOND_PER_ACCOUNT,
      perAddress: env.CALLS_PER_SECOND_PER_ADDRESS,
    },
    shutdownDelayMs: env.SHUTDOWN_DELAY_SECONDS * SECOND_MS,
    userImagesMaxBytes: env.USER_IMAGES_MAX_MB && env.USER_IMAGES_MAX_MB * MEBIBYTE,
    publicUrl: env.PUBLIC_URL,
    apiBaseUrl: env.API_BASE_URL,
    socketBaseUrl: env.SOCKET_BASE_URL,
    supportEmail: env.SUPPORT_EMAIL,
    firebase: firebaseSettings(env),
    s3: s3Settings(env),
  };
}

/** What the panel is told; nothing of it is secret. */
export function panelSettings({ apiBaseUrl, socketBaseUrl, supportEmail, firebase }: Config): PanelSettings {
  return {
    apiBase: apiBaseUrl,
    socketBase: socketBaseUrl,
    supportEmail,
    ...(firebase && { firebase: firebaseWebSettings(firebase) }),
  };
}
