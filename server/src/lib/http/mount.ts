import type { Endpoint, Method } from '@hai-dang/contract/lib/endpoint.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Authorize, Call, CallContext, FileAnswer, Handler } from './call.ts';

export type Mount = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

interface MountOptions {
  authorize: Authorize;
  /** Told of each endpoint mounted, by name. */
  onMounted: (name: string) => void;
}

/**
 * Gives the function that puts an endpoint of the wire contract, and its other addresses, on `app`.
 * Who calls is settled before a body is read; a missing body counts as `{}`.
 */
export function createMount(app: FastifyInstance, { authorize, onMounted }: MountOptions): Mount {
  return (endpoint, handler) => {
    const addresses = [{ method: endpoint.method, path: endpoint.path }, ...(endpoint.aliases ?? [])];
    for (const { method, path } of addresses) {
      app.route(routeOptions(endpoint, handler, authorize, method, path));
    }
    onMounted(endpoint.name);
  };
}

function routeOptions<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  authorize: Authorize,
  method: Method,
  path: string,
): RouteOptions {
  const takesBody = endpoint.body !== undefined && method !== 'GET';
  return {
    method,
    url: path,
    schema: {
      ...(path === endpoint.path && method === endpoint.method ? { operationId: endpoint.name } : {}),
      summary: endpoint.summary,
      tags: [path.startsWith('/api/admin/log') ? 'auth' : (path.split('/')[3] ?? 'api')],
      security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(takesBody ? { body: endpoint.body } : {}),
      response: { [endpoint.status]: successSchema(endpoint), '4xx': errorEnvelopeSchema, '5xx': errorEnvelopeSchema },
    },
    onRequest: async (request) => {
      request.caller = await authorize(endpoint.access, request.headers.authorization);
    },
    preValidation: async (request) => {
      if (takesBody) request.body ??= {};
    },
    handler: async (request, reply) => {
      reply.code(endpoint.status);
      // The framework has parsed both with the endpoint's own schemas; a GET alias is the call with an empty body.
      const body = takesBody ? request.body : endpoint.body?.parse({});
      const answer = await handler({
        params: request.params,
        body,
        caller: request.caller,
        context: callContext(request),
      } as Call<E>);
      return endpoint.media === 'application/json' ? answer : sendFile(reply, endpoint, answer as FileAnswer);
    },
  };
}

const successSchema = ({ media, answer }: Endpoint) =>
  media === 'application/json' ? answer : { content: { [media]: { schema: answer } } };

function sendFile(reply: FastifyReply, { media }: Endpoint, { content, fileName }: FileAnswer): FastifyReply {
  return reply
    .type(`${media}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(content);
}

const USER_AGENT_MAX_CHARS = 400;

function callContext(request: FastifyRequest): CallContext {
  return {
    requestId: request.id,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX_CHARS),
  };
}
