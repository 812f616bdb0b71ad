import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { cutBytes, parseByteRange } from '../lib/http/byte-range.ts';
import type { StoredImage } from '../lib/images/image-store.ts';
import type { MediaGrant, MediaService } from './media.service.ts';

/** No cache shows for longer what has been taken down meanwhile. */
const PUBLIC_MAX_AGE_SECONDS = 300;
const PARTIAL_CONTENT = 206;
const NOT_MODIFIED = 304;
const UNSATISFIABLE = 416;

/**
 * Serves images at /media/<key in the store>. A name stands for its content, but who may see it changes: so each request
 * is judged anew, also one that only asks whether the image is still the same. Should a file ever hold a document, it runs
 * nothing.
 */
export function registerMedia(app: FastifyInstance, media: MediaService): void {
  app.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
    // Until it is found: what is not there, or not for everybody, may be so in a moment.
    reply.header('cache-control', 'no-store');
    const { '*': key } = request.params;
    const { query, headers } = request;
    const grant = await media.grantMedia({ key, query, authorization: headers.authorization });
    const tag = `"${key.split('/').at(-1)}"`;
    if (namesTag(headers['if-none-match'], tag)) return describe(reply, tag, grant).code(NOT_MODIFIED).send();
    const image = await media.readMedia(key);
    return send(describe(reply, tag, grant), image, headers.range);
  });
}

const namesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((named) => named.trim().replace(/^W\//, '') === tag);

function describe(reply: FastifyReply, tag: string, grant: MediaGrant): FastifyReply {
  if (grant.by === 'token') {
    reply.header('vary', [reply.getHeader('vary'), 'authorization'].filter(Boolean).join(', '));
  }
  return reply
    .header('etag', tag)
    .header('cache-control', cacheControl(grant))
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('cross-origin-resource-policy', 'cross-origin');
}

function cacheControl(grant: MediaGrant): string {
  if (grant.by === 'signature') return `private, max-age=${grant.secondsLeft}, immutable`;
  return grant.by === 'token' ? 'private, no-cache' : `public, max-age=${PUBLIC_MAX_AGE_SECONDS}, must-revalidate`;
}

function send(reply: FastifyReply, { content, sizeBytes }: StoredImage, wanted: string | undefined): FastifyReply {
  reply.header('accept-ranges', 'bytes').type('image/webp');
  const range = parseByteRange(wanted, sizeBytes);
  if (range === null) return reply.header('content-length', sizeBytes).send(content);
  if (range === 'unsatisfiable') {
    content.destroy();
    return reply
      .code(UNSATISFIABLE)
      .removeHeader('cache-control')
      .header('content-range', `bytes */${sizeBytes}`)
      .send();
  }
  const { first, last } = range;
  return reply
    .code(PARTIAL_CONTENT)
    .header('content-range', `bytes ${first}-${last}/${sizeBytes}`)
    .header('content-length', last - first + 1)
    .send(Readable.from(cutBytes(content, range)));
}
