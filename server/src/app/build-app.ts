import { randomUUID } from 'node:crypto';
import { JSON_BODY_MAX_BYTES } from '@hai-dang/contract/constants.ts';
import { endpoints } from '@hai-dang/contract/endpoints.ts';
import type { PanelSettings } from '@hai-dang/contract/panel-settings.ts';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { imageFolder } from '../chat/images/chat-images.keys.ts';
import { countInRedis } from '../lib/cluster/call-count.ts';
import type { Cluster } from '../lib/cluster/cluster.ts';
import type { Database } from '../lib/db/database.ts';
import { type CallLimits, createCallLimiter } from '../lib/http/call-limits.ts';
import { closeIdleConnections } from '../lib/http/closing.ts';
import { acceptJsonBodies } from '../lib/http/json-body.ts';
import { createMount } from '../lib/http/mount.ts';
import { limitPipelining, rejectUnparsable } from '../lib/http/pipelining.ts';
import { createRequestBase } from '../lib/http/request-base.ts';
import { decodableUrl, registerRequestGuards } from '../lib/http/request-guards.ts';
import { cutSlowRequests, serverTimeouts, TIME_LIMITS, type TimeLimits } from '../lib/http/time-limits.ts';
import type { BucketHealth } from '../lib/images/bucket-health.ts';
import type { ImageStore } from '../lib/images/image-store.ts';
import type { MediaUrls } from '../lib/media/media-urls.ts';
import { registerMedia } from '../media/media.routes.ts';
import { createMediaService } from '../media/media.service.ts';
import { registerRoutes } from './features.ts';
import { documentApi } from './http/api-docs.ts';
import { registerErrorHandler } from './http/error-handler.ts';
import { type Readiness, registerHealthRoutes } from './http/health.ts';
import { inlineScriptHashes, servePanel } from './http/panel-files.ts';
import { logRequests } from './http/request-log.ts';
import { registerSecurityHeaders } from './http/security.ts';
import { attachRealtime, type Realtime } from './realtime/realtime.ts';
import type { Services } from './services.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { Traces } from './telemetry/traces.ts';

/** Node accepts no longer request head. */
const URL_MAX_CHARS = 16 * 1024;

export interface AppOptions {
  services: Services;
  realtime: Realtime;
  database: Database;
  /** The other servers, if there may be any. */
  cluster?: Cluster | undefined;
  logger: FastifyBaseLogger;
  allowedOrigins: readonly string[];
  /** Proxies whose X-Forwarded-For is trusted: none (false), or these IP addresses and ranges. */
  trustProxy: false | string[];
  apiDocs: boolean;
  settings: PanelSettings;
  /** The built panel. */
  panelDir: string;
  /** The images under /media. */
  images: Pick<ImageStore, 'read'>;
  /** Whether their bucket responds, if they are in one. */
  bucket?: Pick<BucketHealth, 'isAvailable'> | undefined;
  media: MediaUrls;
  readiness?: Readiness;
  callLimits: CallLimits;
  /** {@link TIME_LIMITS}, unless a test is in a hurry. */
  timeLimits?: Partial<TimeLimits>;
  /** Counts the requests, where metrics are enabled. */
  metrics?: Pick<Metrics, 'measureRequests'> | null;
  /** Traces them, where tracing is enabled. */
  traces?: Pick<Traces, 'traceRequests' | 'traceIdOf'> | null;
}

/**
 * Builds the whole server without listening.
 * @throws if an endpoint of the wire contract has no handler
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services, database, settings, panelDir } = options;
  const timeLimits = { ...TIME_LIMITS, ...options.timeLimits };
  const timeouts = serverTimeouts(timeLimits);
  // The message of a parse error is shown to users.
  z.config(z.locales.vi());

  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_BODY_MAX_BYTES,
    trustProxy: options.trustProxy,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url }) => decodableUrl(url),
    // The contract's schemas say how long an id may be, in the contract's own envelope.
    routerOptions: { maxParamLength: URL_MAX_CHARS },
    // Its response would have neither envelope nor headers; see registerRequestGuards.
    return503OnClosing: false,
    clientErrorHandler: rejectUnparsable,
    forceCloseConnections: 'idle',
    ...timeouts,
    http: { ...timeouts.http, shouldUpgradeCallback: options.realtime.acceptsUpgrade },
  });
  limitPipelining(app.server);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  options.traces?.traceRequests(app);
  logRequests(app, options.traces?.traceIdOf);
  options.metrics?.measureRequests(app);
  acceptJsonBodies(app);
  registerErrorHandler(app);
  await registerSecurityHeaders(app, {
    allowedOrigins: options.allowedOrigins,
    inlineScriptHashes: await inlineScriptHashes(panelDir),
    settings,
    publicUrl: options.media.publicUrl,
  });
  registerRequestGuards(app, options.realtime.upgradeErrorOf);
  cutSlowRequests(app, timeLimits);
  closeIdleConnections(app);
  if (options.apiDocs) await documentApi(app);

  const limitCalls = await createCallLimiter(app, {
    limits: options.callLimits,
    recognize: services.authenticator.recognize,
    shared: options.cluster && countInRedis(options.cluster.client),
  });

  // In a plugin of its own, so that the API page, registered above, is there to see the routes.
  await app.register((api, _options, done) => {
    api.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    api.addHook('onRequest', limitCalls('calls'));
    const mount = createMount(api, {
      app: services.app,
      authorize: services.authenticator.authorize,
      media: options.media,
      requestBase: createRequestBase(options.trustProxy),
      timeLimits,
    });
    registerRoutes(mount, services, options.logger);
    done();
  });
  const missing = endpoints.filter(({ method, path }) => !app.hasRoute({ method, url: path }));
  if (missing.length > 0) throw new Error(`no handler is mounted for: ${missing.map(({ name }) => name).join(', ')}`);

  attachRealtime(app, options.realtime, services);
  registerHealthRoutes(app, options);
  const mediaService = createMediaService({
    db: database.db,
    images: options.images,
    verify: options.media.verify,
    authorize: services.authenticator.authorize,
    chatFolderOf: imageFolder,
  });
  await app.register((media, _options, done) => {
    media.addHook('onRequest', limitCalls('images'));
    registerMedia(media, mediaService, timeLimits);
    done();
  });
  await servePanel(app, { panelDir, settings });
  return app;
}
