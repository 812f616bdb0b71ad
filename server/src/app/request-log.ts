import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * One line a request, once it is answered. The query is left out: an address should hold no secret, but might.
 * @param traceIdOf the trace that a request is part of, where there are traces
 */
export function logRequests(app: FastifyInstance, traceIdOf?: (request: FastifyRequest) => string | undefined): void {
  // All that stands in this line is named here, so looking through it for secrets, a tenth of a call's time, is spared.
  const log = app.log.child({}, { redact: [] });
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      reqId: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
      ...(traceIdOf && { traceId: traceIdOf(request) }),
      ...(request.caller ? { callerId: request.caller.id } : {}),
    };
    // What a balancer or a browser asks for all the time is worth no line unless something is wrong.
    const isRoutine = reply.statusCode < 400 && !line.path?.startsWith('/api/');
    log[isRoutine ? 'debug' : 'info'](line, 'request');
  });
}
