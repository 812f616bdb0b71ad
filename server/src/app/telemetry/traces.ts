import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StatementObserver } from '../../lib/db/database.ts';
import type { Log } from '../../lib/logger.ts';
import type { CallObserver, ObservedCall } from '../../lib/observed-call.ts';
import { isServerError } from '../../lib/realtime/socket-error.ts';
import type { WithSpan } from '../../lib/with-span.ts';
import type { TraceSettings } from '../config.ts';
import { createTraceExporter } from './traces-exporter.ts';
import { traceRedis } from './traces-redis.ts';

/** The later ones have the last word. */
const DETECTORS = [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector];
/** Maximum spans that wait for the collector; more are dropped. */
const QUEUED_SPANS_MAX = 2_048;
/** The spans that are left at the end are sent within this time or lost. */
const FLUSH_TIMEOUT_MS = 3_000;
const FIRST_SERVER_ERROR = 500;
const STATEMENT_MAX_CHARS = 2_000;
const SQL_OPERATION = /^\s*([a-z]+)/i;
const SQL_TABLE = /\b(?:from|into|update)\s+"?([a-z_]+)/i;

/**
 * The spans for OpenTelemetry's collector: one for each request, event and job's run, and in it for each statement,
 * wait for a connection, and call to Redis, S3 and Firebase. Names and attributes come from our own lists (routes, events,
 * statements without their values), never from client input.
 */
export function createTraces(settings: TraceSettings, log: Log) {
  if (settings.protocol === 'grpc') {
    log.warn(
      'traces are sent as http/json, not grpc: OTEL_EXPORTER_OTLP_ENDPOINT must be a port that takes OTLP over HTTP',
    );
  }
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'hai-dang' }))
      .merge(detectResources({ detectors: DETECTORS })),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: createTraceExporter(log),
        maxQueueSize: QUEUED_SPANS_MAX,
        scheduledDelayMillis: settings.delayMs,
      }),
    ],
  });
  const tracer = provider.getTracer('hai-dang');
  const propagator = new W3CTraceContextPropagator();
  /** The span that something is done in. */
  const current = new AsyncLocalStorage<Context>();
  const contexts = new WeakMap<FastifyRequest, Context>();
  const spanOf = (request: FastifyRequest): Span | undefined => {
    const context = contexts.get(request);
    return context && trace.getSpan(context);
  };

  /** The caller's span, if one is named. What else the caller adds (tracestate) is not ours to keep. */
  function callerOf({ headers }: FastifyRequest): Context {
    const named = trace.getSpanContext(propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter));
    if (!named) return ROOT_CONTEXT;
    const { traceId, spanId, traceFlags } = named;
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
  }

  const runIn =
    (kind: SpanKind, attributesOf: (name: string) => Attributes): WithSpan =>
    async (name, work) => {
      const span = tracer.startSpan(name, { kind, attributes: attributesOf(name) }, ROOT_CONTEXT);
      try {
        return await current.run(trace.setSpan(ROOT_CONTEXT, span), work);
      } catch (error) {
        span.setAttribute('error.type', typeOf(error));
        // An expected error is none of the server's.
        if (isServerError(error)) span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    };

  /** A call to another system, as a child of the current span; without a current span none is recorded. */
  function callDone({ name, durationMs, error }: ObservedCall, attributes: Attributes): void {
    const context = current.getStore();
    if (!context || !trace.getSpan(context)?.isRecording()) return;
    const endTime = Date.now();
    const startTime = endTime - durationMs;
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, context);
    if (error !== undefined) span.setAttribute('error.type', typeOf(error)).setStatus({ code: SpanStatusCode.ERROR });
    span.end(endTime);
  }

  const stopFollowingRedis = traceRedis(({ name, ...rest }) =>
    callDone({ name, ...rest }, { 'db.system.name': 'redis', 'db.operation.name': name }),
  );

  return {
    /** Runs the handler of a socket's event. */
    runEvent: runIn(SpanKind.SERVER, (name) => ({ 'hai_dang.event': name })),

    /** Runs a job once. */
    runJob: runIn(SpanKind.INTERNAL, (name) => ({ 'hai_dang.job': name })),

    /** Sees every statement that has been run. */
    statementDone: (({ text, ...rest }) => {
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': withoutValues(text) };
      callDone({ name: statementName(text), ...rest }, attributes);
    }) satisfies StatementObserver,

    /** Sees who has waited for a connection of the pool. */
    connectionWaited: ((wait) => callDone(wait, { 'db.system.name': 'postgresql' })) satisfies CallObserver,

    /** Sees every call to S3. */
    s3Called: (({ name, ...rest }) => {
      const attributes = { 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': name };
      callDone({ name: `S3.${name}`, ...rest }, attributes);
    }) satisfies CallObserver,

    /** Sees every write to Firebase. */
    firebaseCalled: (({ name, ...rest }) =>
      callDone({ name: `firebase.${name}`, ...rest }, { 'db.system.name': 'firebase' })) satisfies CallObserver,

    /** Follows every request of `app`, as part of the caller's trace if it names one; called before routes are there. */
    traceRequests(app: FastifyInstance): void {
      // The hook is not async: what comes after one of that kind would not be in the course that it has set.
      app.addHook('onRequest', (request, reply, done) => {
        const caller = callerOf(request);
        const route = request.routeOptions.url;
        const attributes = {
          'http.request.method': request.method,
          ...(route && { 'http.route': route }),
          'hai_dang.request_id': request.id,
        };
        const name = route ? `${request.method} ${route}` : request.method;
        const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller);
        const context = trace.setSpan(caller, span);
        contexts.set(request, context);
        // Emitted whatever has become of the response, also when the client has disconnected.
        reply.raw.once('close', () => endRequest(span, reply.statusCode, reply.raw.writableFinished));
        current.run(context, done);
      });
      // The end of a body is emitted in the async context of the connection.
      app.addHook('preValidation', (request, _reply, done) => {
        current.run(contexts.get(request) ?? ROOT_CONTEXT, done);
      });
      app.addHook('onError', async (request, _reply, error) => {
        spanOf(request)?.setAttribute('error.type', typeOf(error));
      });
    },

    /** The trace that a request is part of. */
    traceIdOf: (request: FastifyRequest): string | undefined => spanOf(request)?.spanContext().traceId,

    /** Sends what is left, if the collector takes it in time. */
    async close(): Promise<void> {
      stopFollowingRedis();
      // The exporter has logged a failure.
      const flushed = provider.shutdown().catch(() => undefined);
      await Promise.race([flushed, sleep(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
export type Traces = ReturnType<typeof createTraces>;

function endRequest(span: Span, statusCode: number, isComplete: boolean): void {
  if (isComplete) span.setAttribute('http.response.status_code', statusCode);
  // The client has disconnected, which is no server error.
  else span.setAttribute('error.type', 'aborted');
  if (isComplete && statusCode >= FIRST_SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** A code or a class. Never the message, which may contain user input. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function samplerOf({ ratio, callerDecides }: TraceSettings): Sampler {
  const root = new TraceIdRatioBasedSampler(ratio);
  return callerDecides ? new ParentBasedSampler({ root }) : root;
}

/**
 * A statement's text for others to read. Values travel apart from it, as $1, $2; the few that our own code writes into it
 * are left out all the same.
 */
export function withoutValues(text: string): string {
  return text.slice(0, STATEMENT_MAX_CHARS).replace(/'(?:[^']|'')*(?:'|$)/g, '?');
}

/** Returns the operation of a statement, and the first table it names: `select users`, `begin`. */
export function statementName(text: string): string {
  const operation = SQL_OPERATION.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const table = SQL_TABLE.exec(text)?.[1];
  return table ? `${operation} ${table}` : operation;
}
