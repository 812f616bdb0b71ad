import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import pTimeout from 'p-timeout';
import { buildApp } from './app/build-app.ts';
import { type Config, panelSettings, parseConfig, type TraceSettings } from './app/config.ts';
import { startJobs } from './app/jobs/jobs.ts';
import { createRetention } from './app/jobs/retention.ts';
import { openImageStore } from './app/open-image-store.ts';
import { openMedia } from './app/open-media.ts';
import { prepareData } from './app/prepare-data.ts';
import { createRealtime, type Realtime } from './app/realtime/realtime.ts';
import { createServices } from './app/services.ts';
import { createShutdown, type Shutdown } from './app/shutdown.ts';
import { formatStartupError, openableUrl, StartupError, startupBanner } from './app/startup.ts';
import type { Metrics } from './app/telemetry/metrics.ts';
import { serveMetrics } from './app/telemetry/metrics-server.ts';
import type { Traces } from './app/telemetry/traces.ts';
import { systemClock } from './lib/clock.ts';
import type { Cluster } from './lib/cluster/cluster.ts';
import { openDatabase } from './lib/db/database.ts';
import { migrate } from './lib/db/migrate.ts';
import { createClientIp, createClientNetwork } from './lib/http/client-network.ts';
import { createRequestBase } from './lib/http/request-base.ts';
import { createLogger, flushLogs, giveUpLines, type Log } from './lib/logger.ts';
import type { Mailer } from './lib/mail/mailer.ts';
import { createOutbound } from './lib/outbound/post-to-url.ts';
import { openFirebase } from './notifications/firebase.ts';
import { sinkWithUrls } from './notifications/notifications.sink.ts';

const PANEL_DIR = path.resolve(import.meta.dirname, '../../panel/dist');
/** The time for the sockets to leave and the requests to end. */
const DRAIN_TIMEOUT_MS = 10_000;
/** The time for a start that is aborted. */
const ABORT_TIMEOUT_MS = 3_000;
/** The spans that are left to send have 3 s. */
const TRACES_TIMEOUT_MS = 3_500;
/** Queries in flight, then the embedded server's own end. */
const DATABASE_TIMEOUT_MS = 26_000;
/** Draining, the database's own end, and some air. */
const CLOSE_TIMEOUT_MS = 40_000;

/** The state that the start shares with the shutdown, which may begin before the start is over. */
interface Life {
  logger: ReturnType<typeof createLogger>;
  closing: Shutdown;
  readiness: { isDraining: boolean; isServing: boolean };
  /** Aborted when the end begins. */
  signal: AbortSignal;
}

/**
 * Starts the server.
 * @throws what `signal` was aborted with, once it is
 */
async function start(config: Config, { logger, closing, readiness, signal }: Life): Promise<void> {
  const clock = systemClock;
  const orAbort = async <T>(work: Promise<T>): Promise<T> =>
    pTimeout(work, { milliseconds: Number.POSITIVE_INFINITY, signal });
  const traces = config.traces ? await loadTraces(config.traces, logger) : null;
  if (traces) closing.add({ what: 'traces', close: traces.close, timeoutMs: TRACES_TIMEOUT_MS });
  const opening = openDatabase({
    ...config.pool,
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    logger,
    onStatement: traces?.statementDone,
    onConnectionWait: traces?.connectionWaited,
  });
  const closeDatabase = async () => {
    const opened = await opening.catch(() => null);
    await opened?.close();
  };
  closing.add({ what: 'database', close: closeDatabase, timeoutMs: DATABASE_TIMEOUT_MS });
  const database = await opening;
  signal.throwIfAborted();
  const ran = await migrate(database.connection, { log: logger, signal });
  if (ran.length > 0) logger.info({ migrations: ran }, 'migrated the database');
  const metrics = config.metrics ? await loadMetrics() : null;
  const cluster = config.redisUrl ? await orAbort(loadCluster(config.redisUrl, logger)) : undefined;
  if (cluster) closing.add({ what: 'Redis', close: cluster.close });
  const media = await openMedia({ db: database.db, clock, publicUrl: config.publicUrl });
  const realtime = createRealtime({
    allowedOrigins: config.allowedOrigins,
    media,
    requestBase: createRequestBase(config.trustProxy),
    clientIp: createClientIp(config.trustProxy),
    networkLimit: { most: config.socketsPerAddress, networkOf: createClientNetwork(config.trustProxy) },
    log: logger,
    cluster,
    onEvent: metrics?.eventDone,
    runEvent: traces?.runEvent,
  });
  const firebase = config.firebase
    ? await openFirebase(config.firebase, logger, { onCall: traces?.firebaseCalled })
    : null;
  if (firebase) closing.add({ what: 'Firebase', close: firebase.close });
  const { images, bucket } = await orAbort(openImageStore(config, logger, { onCall: traces?.s3Called }));
  if (bucket) closing.add({ what: 'image store', close: bucket.close });
  const services = createServices({
    database,
    clock,
    images,
    cluster,
    publisher: realtime.publisher,
    requireSecondFactor: config.requireSecondFactor,
    userImagesMaxBytes: config.userImagesMaxBytes,
    notificationSink: firebase ? sinkWithUrls(firebase.sink, media) : undefined,
    mintFirebaseToken: firebase?.mintToken,
    mailer: config.smtp ? await loadMailer(config.smtp) : null,
    outbound: createOutbound(config.webhooks),
    webhookKey: config.webhooks.key,
    publicUrl: config.publicUrl,
  });
  const demo = await orAbort(prepareData({ database, services, images, bucket, config, clock, logger }));
  const app = await buildApp({
    services,
    realtime,
    database,
    cluster,
    logger,
    allowedOrigins: config.allowedOrigins,
    trustProxy: config.trustProxy,
    apiDocs: config.apiDocs,
    settings: panelSettings(config),
    panelDir: PANEL_DIR,
    images,
    bucket,
    media,
    metrics,
    traces,
    readiness,
    callLimits: config.callLimits,
  });
  cluster?.start();
  const retention = createRetention({ services, log: logger });
  metrics?.readFrom({ pool: database.pool, realtime, services, retention, stream: cluster?.stream });
  if (config.metrics && metrics) {
    closing.add({ what: 'metrics', close: await serveMetrics(metrics, config.metrics, logger) });
  }
  const starting = startJobs(services, retention, logger, traces?.runJob);
  const stopJobs = async () => {
    const stop = await starting.catch(() => null);
    await stop?.();
  };
  closing.add(
    { what: 'requests', close: () => closeRequests(app, realtime), timeoutMs: DRAIN_TIMEOUT_MS },
    { what: 'jobs', close: stopJobs, timeoutMs: DRAIN_TIMEOUT_MS },
  );
  await orAbort(starting);
  signal.throwIfAborted();
  const url = openableUrl(await listen(app, config));
  readiness.isServing = true;
  // In production output is for machines alone, except in a terminal.
  if (config.isProduction && !process.stdout.isTTY) logger.info({ address: url }, 'ready');
  else process.stdout.write(startupBanner(url, config, demo));
}

/** Loaded only where metrics are on. */
async function loadMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('./app/telemetry/metrics.ts');
  return createMetrics();
}

/** Loaded only where there is an SMTP server. */
async function loadMailer(smtp: NonNullable<Config['smtp']>): Promise<Mailer> {
  const { createMailer } = await import('./lib/mail/mailer.ts');
  return createMailer(smtp);
}

/** Loaded only where tracing is on. */
async function loadTraces(settings: TraceSettings, log: Log): Promise<Traces> {
  const { createTraces } = await import('./app/telemetry/traces.ts');
  return createTraces(settings, log);
}

/**
 * Loaded only where Redis is set up: a single server needs none.
 * @throws {StartupError} when Redis rejects the password; one that does not respond may recover
 */
async function loadCluster(redisUrl: string, log: Log): Promise<Cluster> {
  const { openCluster, RedisAuthError } = await import('./lib/cluster/cluster.ts');
  try {
    return await openCluster(redisUrl, log);
  } catch (error) {
    if (!(error instanceof RedisAuthError)) throw error;
    throw new StartupError(`Redis cannot be used (${error.message}): look at REDIS_URL, its user and password.`);
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartupError(`Port ${port} on ${host} is in use: stop what uses it, or set PORT to another one.`);
    }
    if (code === 'EACCES')
      throw new StartupError(`Port ${port} may not be used by this account: set PORT to another one.`);
    if (code === 'EADDRNOTAVAIL') throw new StartupError(`HOST ${host} is not an address of this machine.`);
    throw error;
  }
}

async function closeRequests(app: FastifyInstance, realtime: Pick<Realtime, 'drain'>): Promise<void> {
  await realtime.drain().finally(() => app.close());
}

/** Ends the server by a signal, also while it starts. */
function closeOnSignals(
  { logger, closing, readiness }: Life,
  { shutdownDelayMs }: Config,
  abortStart: () => Promise<void>,
): void {
  const inHaste = (reason: string) => {
    process.stderr.write(`The server ends at once: ${reason}.\n`);
    giveUpLines(logger);
  };
  const hasty = {
    onTimeout: () => inHaste('closing took too long'),
    onSecondSignal: () => inHaste('a second signal'),
    onSecondError: (error: unknown) => inHaste(`an error while it was closing (${String(error)})`),
  };
  closeWithGrace({ delay: shutdownDelayMs + CLOSE_TIMEOUT_MS, logger, ...hasty }, async ({ signal, err }) => {
    if (err) logger.error({ err }, 'unexpected error, shutting down');
    else logger.info({ signal }, 'closing');
    // Load balancers get time to notice, and send no new requests.
    readiness.isDraining = true;
    if (!err && readiness.isServing) await sleep(shutdownDelayMs);
    await abortStart();
    await closing.closeAll();
    logger.info('closed');
    await flushLogs(logger);
  });
}

async function run(config: Config): Promise<void> {
  const logger = createLogger({ level: config.logLevel });
  const stopping = new AbortController();
  const { signal } = stopping;
  const readiness = { isDraining: false, isServing: false };
  const life: Life = { logger, closing: createShutdown(logger), readiness, signal };
  const started = start(config, life);
  closeOnSignals(life, config, async () => {
    stopping.abort();
    await pTimeout(started, { milliseconds: ABORT_TIMEOUT_MS }).catch(() => undefined);
  });
  try {
    await started;
  } catch (error) {
    // Then the end is in progress already.
    if (signal.aborted) return;
    await life.closing.closeAll();
    throw error;
  }
}

// If started over a channel (IPC), the process shuts down when its parent is gone, even killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

let logLevel: Config['logLevel'] = 'info';
try {
  const config = parseConfig(process.env);
  logLevel = config.logLevel;
  await run(config);
} catch (error) {
  const wantsStack = ['debug', 'trace'].includes(logLevel);
  const text = formatStartupError(error, process.stdout.isTTY && !wantsStack);
  if (text) process.stderr.write(text);
  else {
    const logger = createLogger({ level: 'fatal' });
    logger.fatal({ err: error }, 'the server did not start');
    await flushLogs(logger);
  }
  process.exit(1);
}
