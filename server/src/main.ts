import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app/build-app.ts';
import { type Config, panelSettings, parseConfig } from './app/config.ts';
import { startJobs } from './app/jobs.ts';
import type { Metrics } from './app/metrics.ts';
import { serveMetrics } from './app/metrics-server.ts';
import { openClusterOrRefuse } from './app/open-cluster.ts';
import { openImageStore } from './app/open-image-store.ts';
import { openMedia } from './app/open-media.ts';
import { prepareData } from './app/prepare-data.ts';
import { createRealtime, type Realtime } from './app/realtime.ts';
import { createRetention } from './app/retention.ts';
import { createServices } from './app/services.ts';
import { StartRefusal, tellStartFailure } from './app/start-refusal.ts';
import type { Traces } from './app/traces.ts';
import type { TraceSettings } from './app/traces-config.ts';
import { openableAddress, welcome } from './app/welcome.ts';
import { systemClock } from './lib/clock.ts';
import type { Cluster } from './lib/cluster/cluster.ts';
import { type Database, openDatabase } from './lib/db/database.ts';
import { migrate } from './lib/db/migrate.ts';
import { createClientNetwork } from './lib/http/client-network.ts';
import { createRequestBase } from './lib/http/request-base.ts';
import { createLogger, flushed, giveUpLines, type Log } from './lib/logger.ts';
import { type Firebase, openFirebase } from './notifications/firebase.ts';
import { sinkWithUrls } from './notifications/notifications.sink.ts';

const PANEL_DIR = path.resolve(import.meta.dirname, '../../panel/dist');
/** For the sockets to leave and the requests to end. */
const DRAIN_TIMEOUT_MS = 10_000;
const IDLE_CHECK_MS = 100;
/** Draining, the database's own end, and some air. */
const CLOSE_TIMEOUT_MS = 40_000;

/** Starts the server and keeps it until a signal ends it. */
async function start(config: Config): Promise<void> {
  const clock = systemClock;
  const logger = createLogger({ level: config.logLevel });
  const traces = config.traces ? await loadTraces(config.traces, logger) : null;
  const database = await openDatabase({
    ...config.pool,
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    logger,
    onStatement: traces?.statementDone,
    onConnectionWait: traces?.connectionWaited,
  });
  try {
    const ran = await migrate(database.connection, { log: logger });
    if (ran.length > 0) logger.info({ migrations: ran }, 'migrated the database');
    const metrics = config.metrics ? await loadMetrics() : null;
    const cluster = config.redisUrl ? await openClusterOrRefuse(config.redisUrl, logger) : undefined;
    const media = await openMedia({ db: database.db, clock, publicUrl: config.publicUrl });
    const realtime = createRealtime({
      allowedOrigins: config.allowedOrigins,
      media,
      requestBase: createRequestBase(config.trustProxy),
      networkLimit: { most: config.socketsPerAddress, networkOf: createClientNetwork(config.trustProxy) },
      log: logger,
      cluster,
      onEvent: metrics?.eventDone,
      runEvent: traces?.runEvent,
    });
    const firebase = config.firebase
      ? await openFirebase(config.firebase, logger, { onCall: traces?.firebaseCalled })
      : null;
    const images = await openImageStore(config, logger, traces?.s3Called);
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
    });
    const demo = await prepareData({ database, services, images, config, clock, logger });
    const readiness = { isDraining: false };
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
      media,
      metrics,
      traces,
      readiness,
      callLimits: config.callLimits,
    });
    cluster?.start();
    const retention = createRetention({ db: database.db, services, clock, log: logger });
    metrics?.readFrom({ pool: database.pool, realtime, services, retention, stream: cluster?.stream });
    const stopMetrics = config.metrics && metrics ? await serveMetrics(metrics, config.metrics, logger) : null;
    const stopJobs = startJobs(services, retention, logger, traces?.runJob);
    closeOnSignals({
      app,
      realtime,
      database,
      cluster,
      firebase,
      stopJobs,
      stopMetrics,
      traces,
      logger,
      drain: async () => {
        readiness.isDraining = true;
        await sleep(config.shutdownDelayMs);
      },
      timeoutMs: config.shutdownDelayMs + CLOSE_TIMEOUT_MS,
    });
    const address = openableAddress(await listen(app, config));
    // In production output is for machines alone, except in a terminal.
    if (config.isProduction && !process.stdout.isTTY) logger.info({ address }, 'ready');
    else process.stdout.write(welcome(address, config, demo));
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Not loaded where nobody reads it. */
async function loadMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('./app/metrics.ts');
  return createMetrics();
}

/** As the metrics. */
async function loadTraces(settings: TraceSettings, log: Log): Promise<Traces> {
  const { createTraces } = await import('./app/traces.ts');
  return createTraces(settings, log);
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartRefusal(`Port ${port} on ${host} is in use: stop what uses it, or set PORT to another one.`);
    }
    if (code === 'EACCES')
      throw new StartRefusal(`Port ${port} may not be used by this account: set PORT to another one.`);
    if (code === 'EADDRNOTAVAIL') throw new StartRefusal(`HOST ${host} is not an address of this machine.`);
    throw error;
  }
}

interface Running {
  app: FastifyInstance;
  realtime: Pick<Realtime, 'leave'>;
  database: Database;
  cluster: Cluster | undefined;
  firebase: Firebase | null;
  stopJobs: () => Promise<void>;
  stopMetrics: (() => Promise<void>) | null;
  traces: Pick<Traces, 'close'> | null;
  logger: ReturnType<typeof createLogger>;
  /** Says that the server is about to end, and gives balancers time to hear it. */
  drain: () => Promise<void>;
  timeoutMs: number;
}

function closeOnSignals(running: Running): void {
  const { app, realtime, database, cluster, firebase, stopJobs, stopMetrics, traces, logger } = running;
  const inHaste = (reason: string) => {
    process.stderr.write(`The server ends at once: ${reason}.\n`);
    giveUpLines(logger);
  };
  const hasty = {
    onTimeout: () => inHaste('closing took too long'),
    onSecondSignal: () => inHaste('a second signal'),
    onSecondError: (error: unknown) => inHaste(`an error while it was closing (${String(error)})`),
  };
  closeWithGrace({ delay: running.timeoutMs, logger, ...hasty }, async ({ signal, err }) => {
    if (err) logger.error({ err }, 'an unexpected error ends the server');
    else logger.info({ signal }, 'closing');
    if (!err) await running.drain();
    // A connection whose last answer was under way when the end began would else be kept for its next request.
    const emptying = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
    await Promise.race([
      Promise.all([realtime.leave().then(() => app.close()), stopJobs()]),
      sleep(DRAIN_TIMEOUT_MS, undefined, { ref: false }).then(() => logger.warn('requests did not end in time')),
    ]);
    clearInterval(emptying);
    cluster?.close();
    await stopMetrics?.();
    await firebase?.close();
    await database.close();
    await traces?.close();
    logger.info('closed');
    await flushed(logger);
  });
}

// Whoever started us over a channel is our lifeline: when it is gone, even killed, we end in good order.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

try {
  await start(parseConfig(process.env));
} catch (error) {
  const wantsStack = ['debug', 'trace'].includes(process.env['LOG_LEVEL'] ?? '');
  const told = tellStartFailure(error, process.stdout.isTTY && !wantsStack);
  if (told) process.stderr.write(told);
  else {
    const logger = createLogger({ level: 'fatal' });
    logger.fatal({ err: error }, 'the server did not start');
    await flushed(logger);
  }
  process.exit(1);
}
