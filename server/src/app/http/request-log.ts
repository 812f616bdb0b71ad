import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createTokenBucket } from '../../lib/realtime/token-bucket.ts';

/** Statuses that a client can cause without signing in, as often as it likes, and how many lines of each are logged. */
const LIMITED_STATUSES = [401, 429, 503];
const LIMITED_LINES = { burst: 100, perSecond: 20 };

/**
 * One line for each request, after its response; of statuses that any client can cause only some, with the number of those left
 * out. The query is left out: a URL should hold no secret, but might.
 * @param traceIdOf the trace that a request is part of, where there are traces
 */
export function logRequests(app: FastifyInstance, traceIdOf?: (request: FastifyRequest) => string | undefined): void {
  // Every field of this line is named here, so it need not be redacted, which takes a tenth of a call's time.
  const log = app.log.child({}, { redact: [] });
  const limits = new Map(
    LIMITED_STATUSES.map((status) => [status, { bucket: createTokenBucket(LIMITED_LINES), leftOut: 0 }]),
  );
  app.addHook('onResponse', async (request, reply) => {
    const limit = limits.get(reply.statusCode);
    if (limit && !limit.bucket.tryConsume()) {
      limit.leftOut += 1;
      return;
    }
    const line = {
      reqId: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
      ...(traceIdOf && { traceId: traceIdOf(request) }),
      ...(request.caller ? { callerId: request.caller.id } : {}),
      ...(limit?.leftOut ? { leftOut: limit.leftOut } : {}),
    };
    if (limit) limit.leftOut = 0;
    // A request that a balancer or a browser repeats all the time is logged only if something is wrong.
    const isRoutine = reply.statusCode < 400 && !line.path?.startsWith('/api/');
    log[isRoutine ? 'debug' : 'info'](line, 'request');
  });
}
