import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Method } from '@hai-dang/contract/lib/endpoint.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type AppOptions, buildApp } from '../app/build-app.ts';
import { openMedia } from '../app/open-media.ts';
import { createRealtime, type Realtime } from '../app/realtime/realtime.ts';
import { createServices, type Services } from '../app/services.ts';
import { createClientIp, createClientNetwork } from '../lib/http/client-network.ts';
import { createRequestBase } from '../lib/http/request-base.ts';
import { createDiskImageStore, type ImageStore } from '../lib/images/image-store.ts';
import type { JobRunnerOptions } from '../lib/jobs/job-runner.ts';
import { createLogger, type LogLevel } from '../lib/logger.ts';
import type { Mailer } from '../lib/mail/mailer.ts';
import type { Outbound } from '../lib/outbound/post-to-url.ts';
import { insertAdmin, insertSession } from './factories.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** A test call; a `body` of text or bytes is sent unchanged, anything else as JSON. */
export interface TestCall {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** The client's IP. */
  from?: string;
}

export interface TestApp {
  app: FastifyInstance;
  services: Services;
  realtime: Realtime;
  database: TestDatabase;
  clock: TestClock;
  /** All log lines so far. */
  logLines: string[];
  /** A signed-in administrator. */
  admin: { id: string; username: string; token: string };
  /**
   * Sends one call as JSON; without `token` in `call` as the administrator, with `token: undefined` unauthenticated.
   */
  send(method: Method, url: string, call?: TestCall): Promise<LightMyRequestResponse>;
  /** POSTs JSON as the administrator. */
  post(url: string, body?: unknown): Promise<LightMyRequestResponse>;
  /** Runs `work` a while later, with a session of then, since the administrator's own may have ended. */
  later<Result>(ms: number, work: () => Promise<Result>): Promise<Result>;
  /** The same for this server alone: the time of the database stays. */
  onWrongClock<Result>(ms: number, work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

type TestAppOptions = Partial<
  Omit<AppOptions, 'services' | 'realtime' | 'database' | 'logger' | 'images' | 'media'>
> & {
  clock?: TestClock;
  /** Another connection to an empty database of the test; it is closed with the application. */
  database?: TestDatabase;
  logLevel?: LogLevel;
  sessionCheckIntervalMs?: number;
  presenceGraceMs?: number;
  /** Another clock for the jobs. */
  jobOverrides?: JobRunnerOptions['overrides'];
  /** MAX_SOCKETS_PER_ADDRESS. */
  socketsPerAddress?: number;
  requireSecondFactor?: boolean;
  userImagesMaxBytes?: number;
  /** The image folder, unless the images are stored elsewhere. */
  mediaDir?: string;
  images?: ImageStore;
  /** PUBLIC_URL. */
  publicUrl?: string;
  mailer?: Mailer;
  outbound?: Outbound;
  webhookKey?: string;
};

/** Tests call faster than any real client. */
const NO_CALL_LIMITS = { perAccount: Number.MAX_SAFE_INTEGER, perAddress: Number.MAX_SAFE_INTEGER };

/** The real application on its own database, called without a network. Close it in `afterAll`. */
export async function buildTestApp(testOptions: TestAppOptions = {}): Promise<TestApp> {
  const {
    clock = createTestClock(),
    logLevel = 'info',
    sessionCheckIntervalMs,
    presenceGraceMs,
    jobOverrides,
    requireSecondFactor,
    userImagesMaxBytes,
    mediaDir,
    publicUrl = '',
    mailer,
    outbound,
    webhookKey,
    socketsPerAddress = Number.POSITIVE_INFINITY,
    ...options
  } = testOptions;
  let wrongByMs = 0;
  const database = {
    ...(testOptions.database ?? (await createTestDatabase())),
    now: async () => new Date(clock.now().getTime() - wrongByMs),
  };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-app-'));
  const images = testOptions.images ?? createDiskImageStore(mediaDir ?? path.join(folder, 'media'));
  const logLines: string[] = [];
  const logger = createLogger({ level: logLevel, destination: { write: (line) => void logLines.push(line) } });
  const media = await openMedia({ db: database.db, clock, publicUrl });
  const realtime = createRealtime({
    allowedOrigins: options.allowedOrigins ?? [],
    media,
    requestBase: createRequestBase(options.trustProxy ?? false),
    clientIp: createClientIp(options.trustProxy ?? false),
    networkLimit: { most: socketsPerAddress, networkOf: createClientNetwork(options.trustProxy ?? false) },
    log: logger,
    ...(sessionCheckIntervalMs === undefined ? {} : { sessionCheckIntervalMs }),
  });
  const services = createServices({
    database,
    clock,
    images,
    presenceGraceMs,
    jobOverrides,
    requireSecondFactor,
    userImagesMaxBytes,
    mailer,
    outbound,
    webhookKey,
    publicUrl,
    publisher: realtime.publisher,
  });
  const app = await buildApp({
    allowedOrigins: [],
    trustProxy: false,
    apiDocs: false,
    settings: { apiBase: '', socketBase: '' },
    panelDir: path.join(folder, 'panel'),
    callLimits: NO_CALL_LIMITS,
    ...options,
    images,
    media,
    services,
    realtime,
    database,
    logger,
  });
  await app.ready();
  const account = await insertAdmin(database.db, { username: 'Quản trị thử', email: 'admin@example.test' });
  const signIn = () => insertSession(database.db, account.id, clock.now());
  const admin = { id: account.id, username: account.username, token: await signIn() };

  const send: TestApp['send'] = (method, url, call = {}) => {
    const bearer = 'token' in call ? call.token : admin.token;
    const isRaw = typeof call.body === 'string' || Buffer.isBuffer(call.body);
    const isJson = 'body' in call && !isRaw;
    const request: InjectOptions = {
      method,
      url,
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...call.headers,
      },
      ...('body' in call ? { payload: isJson ? JSON.stringify(call.body) : (call.body as string | Buffer) } : {}),
      ...(call.from === undefined ? {} : { remoteAddress: call.from }),
    };
    return app.inject(request);
  };
  const later: TestApp['later'] = async (ms, work) => {
    const { token } = admin;
    clock.advance(ms);
    try {
      admin.token = await signIn();
      return await work();
    } finally {
      clock.advance(-ms);
      admin.token = token;
    }
  };
  return {
    app,
    services,
    realtime,
    database,
    clock,
    logLines,
    admin,
    send,
    post: (url, body = {}) => send('POST', url, { body }),
    later,
    onWrongClock: (ms, work) =>
      later(ms, async () => {
        wrongByMs += ms;
        try {
          return await work();
        } finally {
          wrongByMs -= ms;
        }
      }),
    close: async () => {
      await app.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
