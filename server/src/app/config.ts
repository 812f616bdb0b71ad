import { createPrivateKey } from 'node:crypto';
import { isIP } from 'node:net';
import path from 'node:path';
import { NEW_PASSWORD_MIN_CHARS } from '@hai-dang/contract/constants.ts';
import { SECOND_MS } from '@hai-dang/contract/lib/durations.ts';
import type { PanelSettings } from '@hai-dang/contract/panel-settings.ts';
import { z } from 'zod';
import { DEFAULT_MAX_CONNECTIONS, DEFAULT_STATEMENT_TIMEOUT_MS } from '../lib/db/database.ts';
import { CALL_LIMITS } from '../lib/http/call-limits.ts';
import { LOG_LEVELS } from '../lib/logger.ts';

const REPO_ROOT = path.resolve(import.meta.dirname, '../../..');
const WEBHOOK_KEY_MIN_CHARS = 32;
/** The sender of e-mails unless a setting names another; the host is that of PUBLIC_URL. */
const SENDER_NAME = 'Hải Đăng';
const MEBIBYTE = 1024 * 1024;
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;

/** Settings that cannot be used. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  /** One for each bad setting, beginning with its name. */
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(['The settings cannot be used:', ...lines].join('\n'));
    this.lines = lines;
  }
}

/** @param rule the message for a bad value; it names the bounds */
const wholeNumber = (min: number, max: number, rule: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .refine((value) => value >= min && value <= max, rule);
const port = wholeNumber(0, 65_535, 'must be a port number');
const callsPerSecond = wholeNumber(1, 1_000_000, 'must be a number of calls, 1 to 1000000');
const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1');
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);
const commaSeparated = (isValid: (item: string) => boolean, rule: string) =>
  z
    .string()
    .transform((list) => list.split(',').map((item) => item.trim()))
    .refine((items) => items.every(isValid), rule);

function isHttpUrl(value: string, isValid: (url: URL) => boolean = () => true): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && isValid(url);
}
const httpUrl = (rule: string, isValid?: (url: URL) => boolean) =>
  z.string().refine((value) => isHttpUrl(value, isValid), rule);
const baseUrl = httpUrl('must be an http or https address')
  .transform((value) => value.replace(/\/+$/, ''))
  .default('');
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://');

/** The path, if any, is the number of the database. */
function isRedisUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '' && /^\/?\d*$/.test(url.pathname);
}

/** The path is not used. */
function isSmtpUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
}

/** 'someone@example.vn', or 'Name <someone@example.vn>'. */
const isSender = (value: string): boolean =>
  z.email().safeParse(/^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value).success;

/** Whether a value names proxies; a number of them does not: a client that gets past them could then name any IP. */
function isProxy(value: string): boolean {
  const [ip = '', bits, ...rest] = value.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const maxBits = isIP(ip) === 4 ? 32 : 128;
  const isRange = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= maxBits);
  return isIP(ip) > 0 && rest.length === 0 && isRange;
}

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? '';

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

function isPrivateKey(value: string): boolean {
  try {
    return createPrivateKey(value).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

const firebaseFields = {
  FIREBASE_DATABASE_URL: httpUrl(
    'must be the address of a realtime database, without a path',
    ({ pathname }) => pathname === '/',
  ),
  FIREBASE_PROJECT_ID: z.string(),
  FIREBASE_CLIENT_EMAIL: z.email('must be the e-mail address of a service account'),
  FIREBASE_PRIVATE_KEY: z
    .string()
    // Files of settings have it in one line.
    .transform((key) => key.replaceAll('\\n', '\n'))
    .refine(isPrivateKey, 'must be the RSA key of a service account, in PEM'),
  FIREBASE_API_KEY: z.string(),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, 'must be a host and a port')
    .optional(),
};

const s3Fields = {
  S3_ENDPOINT: httpUrl(
    'must be an http or https address without a path',
    ({ pathname, search }) => pathname === '/' && search === '',
  ).optional(),
  S3_REGION: z.string(),
  S3_BUCKET: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  S3_ACCESS_KEY_ID: z.string(),
  S3_SECRET_ACCESS_KEY: z.string(),
  S3_FORCE_PATH_STYLE: flag.optional(),
};

/** Settings that are set together or not at all: null where none of them is. */
const allOrNone = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.preprocess(
    (given) => (Object.keys(fields).some((name) => Object.hasOwn(Object(given), name)) ? given : null),
    z.object(fields).nullable(),
  );

const environmentSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(4000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 500, 'must be a number of connections, 2 to 500').default(DEFAULT_MAX_CONNECTIONS),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: wholeNumber(1, 600, 'must be a number of seconds, 1 to 600').default(
    DEFAULT_STATEMENT_TIMEOUT_MS / SECOND_MS,
  ),
  DATABASE_POOLER: flag.default(false),
  DATABASE_PREPARED_STATEMENTS: flag.optional(),
  REDIS_URL: z.string().refine(isRedisUrl, 'must be redis:// or rediss:// with a host').optional(),
  ALLOWED_ORIGINS: commaSeparated(
    (origin) => isHttpUrl(origin, (url) => url.origin === origin),
    'must be origins such as https://panel.example.vn, with commas between',
  ).default([]),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(NEW_PASSWORD_MIN_CHARS, `must have at least ${NEW_PASSWORD_MIN_CHARS} characters`)
    .optional(),
  REQUIRE_2FA: flag.default(false),
  DEMO_DATA: flag.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  TRUST_PROXY: commaSeparated(isProxy, 'must be addresses, ranges such as 10.0.0.0/8, or loopback').optional(),
  MAX_SOCKETS_PER_ADDRESS: wholeNumber(1, 1_000_000, 'must be a number of sockets, 1 to 1000000').default(10_000),
  API_DOCS: flag.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  CALLS_PER_SECOND_PER_ACCOUNT: callsPerSecond.default(CALL_LIMITS.perAccount),
  CALLS_PER_SECOND_PER_ADDRESS: callsPerSecond.default(CALL_LIMITS.perAddress),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 300, 'must be a number of seconds, 300 at most').default(0),
  // Some 1 700 photographs of 300 KB.
  USER_IMAGES_MAX_MB: wholeNumber(1, 9_999_999, 'must be a number of megabytes').default(500),
  PUBLIC_URL: baseUrl,
  API_BASE_URL: baseUrl,
  SOCKET_BASE_URL: baseUrl,
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('hotro@hai-dang.example'),
  SMTP_URL: z.string().refine(isSmtpUrl, 'must be smtp:// or smtps:// with a host').optional(),
  MAIL_FROM: z.string().refine(isSender, 'must be an e-mail address, or a name and <address>').optional(),
  WEBHOOK_KEY: z
    .string()
    .min(WEBHOOK_KEY_MIN_CHARS, `must have at least ${WEBHOOK_KEY_MIN_CHARS} characters`)
    .optional(),
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  // OpenTelemetry's names and defaults. Its packages read others themselves: OTEL_SERVICE_NAME,
  // OTEL_RESOURCE_ATTRIBUTES, and for the exporter OTEL_EXPORTER_OTLP_*.
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl('must be an http or https address').optional(),
  // Often set for a whole fleet, to what most programs speak.
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(['http/json', 'http/protobuf', 'grpc']).default('http/json'),
  OTEL_TRACES_SAMPLER: oneOf(SAMPLERS.flatMap((name) => [name, `parentbased_${name}` as const])).default(
    'parentbased_always_on',
  ),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0|1|0?\.\d+|1\.0+)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(1, 99_999, 'must be a number of milliseconds, 99 999 at most').default(5_000),
  firebase: allOrNone(firebaseFields),
  s3: allOrNone(s3Fields),
});
type Environment = z.output<typeof environmentSchema>;

/** The names of all settings. */
export const SETTING_NAMES: ReadonlySet<string> = new Set(
  Object.keys({ ...environmentSchema.shape, ...firebaseFields, ...s3Fields }).filter((name) => /^[A-Z]/.test(name)),
);

/** The rules across settings: each with the setting to name and what to say of it. */
const conflictsOf = (env: Environment): [isBroken: unknown, name: string, message: string][] => [
  [env.ADMIN_EMAIL && !env.ADMIN_PASSWORD, 'ADMIN_PASSWORD', 'is missing although ADMIN_EMAIL is set'],
  [env.ADMIN_PASSWORD && !env.ADMIN_EMAIL, 'ADMIN_EMAIL', 'is missing although ADMIN_PASSWORD is set'],
  [
    env.DATABASE_DIRECT_URL && !env.DATABASE_URL,
    'DATABASE_DIRECT_URL',
    'must not be set without DATABASE_URL, past whose pooler it leads',
  ],
  [
    env.DATABASE_POOLER && !env.DATABASE_URL,
    'DATABASE_POOLER',
    'must not be 1 without DATABASE_URL: nothing is between a server and its own database',
  ],
  [env.SMTP_URL && !env.PUBLIC_URL, 'PUBLIC_URL', 'is missing although SMTP_URL is set: e-mails have links'],
  [env.MAIL_FROM && !env.SMTP_URL, 'SMTP_URL', 'is missing although MAIL_FROM is set'],
  [
    env.DEMO_DATA && env.NODE_ENV === 'production',
    'DEMO_DATA',
    'must not be 1 with NODE_ENV=production: demo accounts have known passwords',
  ],
  [env.METRICS_PORT === env.PORT, 'METRICS_PORT', 'must not be the port of the panel: metrics are not for everybody'],
  [
    env.firebase?.FIREBASE_DATABASE_URL?.startsWith('http:') && env.NODE_ENV === 'production',
    'FIREBASE_DATABASE_URL',
    'must begin with https:// with NODE_ENV=production: http is for emulators',
  ],
  [
    env.firebase?.FIREBASE_AUTH_EMULATOR_HOST && env.NODE_ENV === 'production',
    'FIREBASE_AUTH_EMULATOR_HOST',
    'must not be set with NODE_ENV=production: emulators check no signature',
  ],
];

const configSchema = environmentSchema
  .superRefine(
    (env, { addIssue }) => {
      for (const [isBroken, name, message] of conflictsOf(env)) {
        if (isBroken) addIssue({ code: 'custom', path: [name], message });
      }
    },
    // Runs although values are invalid, so that all errors are reported at once.
    { when: () => true },
  )
  .transform((env) => {
    const isProduction = env.NODE_ENV === 'production';
    return {
      isProduction,
      host: env.HOST,
      port: env.PORT,
      /** Absolute. */
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
      /** Undefined: this is the only server. */
      redisUrl: env.REDIS_URL,
      allowedOrigins: env.ALLOWED_ORIGINS,
      /** Created at start when no account has this e-mail. */
      firstAdmin:
        env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : null,
      /** Whether an administrator without two-factor can do nothing but enrol. */
      requireSecondFactor: env.REQUIRE_2FA,
      /** A database at DATABASE_URL is never filled unasked. */
      demoData: env.DEMO_DATA ?? (!isProduction && !env.DATABASE_URL && isLoopback(env.HOST)),
      /** Whether other machines can reach this server. */
      isReachable: !isLoopback(env.HOST),
      /** Whether accounts with known passwords may be open: to this machine alone, or where DEMO_DATA=1 says so. */
      mayHaveDemoLogins: !isProduction && (isLoopback(env.HOST) || env.DEMO_DATA === true),
      logLevel: env.LOG_LEVEL,
      /** The proxies that may name the client's IP (X-Forwarded-For); false: none. */
      trustProxy: env.TRUST_PROXY ?? (false as const),
      /** How many sockets clients of one IP may have open at this server. */
      socketsPerAddress: env.MAX_SOCKETS_PER_ADDRESS,
      apiDocs: env.API_DOCS ?? !isProduction,
      /** Where metrics are served; null: nowhere. */
      metrics: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
      /** Null: no collector. */
      traces: env.OTEL_EXPORTER_OTLP_ENDPOINT ? tracesOf(env) : null,
      callLimits: { perAccount: env.CALLS_PER_SECOND_PER_ACCOUNT, perAddress: env.CALLS_PER_SECOND_PER_ADDRESS },
      /** How long a server that is shutting down still serves after readiness says so. */
      shutdownDelayMs: env.SHUTDOWN_DELAY_SECONDS * SECOND_MS,
      /** The bytes that the images of one user may take in the store. */
      userImagesMaxBytes: env.USER_IMAGES_MAX_MB * MEBIBYTE,
      /** Where clients reach this product, for the URLs of images; '' means the host of each request. */
      publicUrl: env.PUBLIC_URL,
      /** Given to the panel; '' means the panel's own origin. */
      apiBaseUrl: env.API_BASE_URL,
      socketBaseUrl: env.SOCKET_BASE_URL,
      /** Shown to an administrator who has forgotten the password. */
      supportEmail: env.SUPPORT_EMAIL,
      /** Through which server e-mails go, and from whom they are; null: none is sent. */
      smtp: env.SMTP_URL
        ? { url: env.SMTP_URL, from: env.MAIL_FROM ?? `${SENDER_NAME} <hai-dang@${hostOf(env.PUBLIC_URL)}>` }
        : null,
      webhooks: {
        /** The key from which their secrets are derived; undefined: one in the database. */
        key: env.WEBHOOK_KEY,
        /** Whether they may lead into the own network, and without TLS. */
        allowsPrivate: env.WEBHOOK_ALLOW_PRIVATE,
      },
      /** A second store of notifications beside our own tables; null: none. */
      firebase: env.firebase && {
        databaseUrl: env.firebase.FIREBASE_DATABASE_URL,
        projectId: env.firebase.FIREBASE_PROJECT_ID,
        clientEmail: env.firebase.FIREBASE_CLIENT_EMAIL,
        privateKey: env.firebase.FIREBASE_PRIVATE_KEY,
        apiKey: env.firebase.FIREBASE_API_KEY,
        authEmulatorHost: env.firebase.FIREBASE_AUTH_EMULATOR_HOST,
      },
      /** Where images are stored; null: under the data folder. */
      s3: env.s3 && {
        endpoint: env.s3.S3_ENDPOINT,
        region: env.s3.S3_REGION,
        bucket: env.s3.S3_BUCKET,
        accessKeyId: env.s3.S3_ACCESS_KEY_ID,
        secretAccessKey: env.s3.S3_SECRET_ACCESS_KEY,
        // A self-hosted server seldom has a name for each bucket.
        forcePathStyle: env.s3.S3_FORCE_PATH_STYLE ?? env.s3.S3_ENDPOINT !== undefined,
      },
    };
  });
export type Config = z.output<typeof configSchema>;
export type TraceSettings = NonNullable<Config['traces']>;

function tracesOf(env: Environment) {
  const ratios: Record<string, number> = { always_on: 1, always_off: 0, traceidratio: env.OTEL_TRACES_SAMPLER_ARG };
  return {
    /** The environment's protocol; only http/json is sent, which collectors take where they take http/protobuf. */
    protocol: env.OTEL_EXPORTER_OTLP_PROTOCOL,
    /** Share of the traces that is sampled, 0 to 1. */
    ratio: ratios[env.OTEL_TRACES_SAMPLER.replace('parentbased_', '')] ?? 1,
    /** A caller that sends a trace context decides itself whether it is sampled. */
    callerDecides: env.OTEL_TRACES_SAMPLER.startsWith('parentbased_'),
    /** How long spans wait for others to be sent with. */
    delayMs: env.OTEL_BSP_SCHEDULE_DELAY,
  };
}

/**
 * The settings of this process, from its environment. An empty value counts as not set.
 * @throws {ConfigError} naming every bad setting
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = configSchema.safeParse({ ...given, firebase: given, s3: given }, { reportInput: true });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message, input }) => {
    const name = String(path.at(-1));
    const isMissing = input === undefined;
    return `${name} ${isMissing ? `is missing although others of ${name.split('_')[0]}_* are set` : message}`;
  });
  throw new ConfigError(lines);
}

/** Returns the settings that the panel is given; nothing of them is secret. */
export function panelSettings({ apiBaseUrl, socketBaseUrl, supportEmail, firebase }: Config): PanelSettings {
  return {
    apiBase: apiBaseUrl,
    socketBase: socketBaseUrl,
    supportEmail,
    ...(firebase && {
      firebase: {
        databaseUrl: firebase.databaseUrl,
        projectId: firebase.projectId,
        apiKey: firebase.apiKey,
        ...(firebase.authEmulatorHost && { authEmulatorUrl: `http://${firebase.authEmulatorHost}` }),
      },
    }),
  };
}
