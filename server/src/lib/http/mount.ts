import type { Endpoint, Method, Upload } from '@hai-dang/contract/lib/endpoint.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { App } from '../context.ts';
import type { MediaUrls } from '../media/media-urls.ts';
import { type Authorize, type CallContext, type FileResponse, userAgentOf } from './call.ts';
import type { Call, Handler } from './handler.ts';
import { createListLimiter, type ListLimiter } from './list-limiter.ts';
import type { RequestBase } from './request-base.ts';
import type { TimeLimits } from './time-limits.ts';
import {
  acceptUploads,
  createUploadLimiter,
  drainBody,
  openUpload,
  type UploadedFiles,
  type UploadLimiter,
} from './upload.ts';

export type Mount = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

interface MountOptions {
  /** The context that every handler gets, beside who calls. */
  app: App;
  authorize: Authorize;
  media: Pick<MediaUrls, 'withUrls'>;
  requestBase: RequestBase;
  timeLimits: TimeLimits;
}

/**
 * Returns the function that mounts an endpoint of the wire contract, with its aliases, on `app`.
 * Who calls is settled before a body is read; a missing body counts as `{}`.
 */
export function createMount(app: FastifyInstance, options: MountOptions): Mount {
  const limiter = createUploadLimiter();
  const lists = createListLimiter();
  return (endpoint, handler) => {
    const { upload } = endpoint;
    const addresses = [{ method: endpoint.method, path: endpoint.path }, ...(endpoint.aliases ?? [])];
    for (const { method, path } of addresses) {
      const route = routeOptions(endpoint, handler, { ...options, lists }, method, path);
      if (!upload) {
        app.route(route);
        continue;
      }
      void app.register((scope, _options, done) => {
        acceptUploads(scope);
        scope.route({ ...route, ...uploadOptions(upload, limiter, options.timeLimits) });
        done();
      });
    }
  };
}

function routeOptions<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  { app, authorize, media, requestBase, lists }: MountOptions & { lists: ListLimiter },
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
      tags: [endpoint.feature],
      security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(takesBody ? { body: endpoint.body } : {}),
      ...(endpoint.upload ? { consumes: ['multipart/form-data'] } : {}),
      response: { [endpoint.status]: successSchema(endpoint), '4xx': errorEnvelopeSchema, '5xx': errorEnvelopeSchema },
    },
    onRequest: async (request) => {
      request.caller = await authorize(endpoint, request.headers.authorization);
    },
    preValidation: async (request) => {
      if (takesBody) request.body ??= {};
    },
    handler: async (request, reply) => {
      reply.code(endpoint.status);
      // The framework has parsed both with the endpoint's own schemas; a GET alias is the call with an empty body.
      const body = takesBody ? request.body : endpoint.body?.parse({});
      const { caller } = request;
      const context = callContext(request);
      const call = {
        params: request.params,
        body,
        ctx: { ...app, caller, request: context },
        caller,
        context,
        files: filesOf.get(request),
      } as Call<E>;
      const response = await (endpoint.isHeavy ? lists.run(request, reply, () => handler(call)) : handler(call));
      if (endpoint.media !== 'application/json') return sendFile(reply, endpoint, response as FileResponse);
      return media.withUrls(endpoint.response, response, requestBase(request.raw));
    },
  };
}

/** The files of each authorised upload; set only for these, so that onSend drains no other body. */
const filesOf = new WeakMap<FastifyRequest, UploadedFiles | undefined>();

/** The fields before the first file are the body; the rest waits until the handler asks for it. */
function uploadOptions(
  upload: Upload,
  limiter: UploadLimiter,
  timeLimits: TimeLimits,
): Pick<RouteOptions, 'config' | 'preValidation' | 'onSend'> {
  return {
    config: { upload },
    preValidation: async (request, reply) => {
      filesOf.set(request, undefined);
      limiter.acquire(reply, request.caller);
      const { fields, files } = await openUpload(request, upload, timeLimits);
      request.body = fields;
      filesOf.set(request, files);
    },
    onSend: async (request) => {
      if (filesOf.has(request)) await drainBody(request);
    },
  };
}

const successSchema = ({ media, response }: Endpoint) =>
  media === 'application/json' ? response : { content: { [media]: { schema: response } } };

function sendFile(reply: FastifyReply, { media }: Endpoint, { content, fileName }: FileResponse): FastifyReply {
  return reply
    .type(`${media}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(content);
}

function callContext(request: FastifyRequest): CallContext {
  return {
    requestId: request.id,
    address: request.ip,
    userAgent: userAgentOf(request.headers),
  };
}
