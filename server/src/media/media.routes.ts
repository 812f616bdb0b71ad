import type { FastifyInstance, FastifyReply } from 'fastify';
import type { TimeLimits } from '../lib/http/time-limits.ts';
import type { StoredImage } from '../lib/images/image-store.ts';
import type { MediaGrant, MediaService } from './media.service.ts';

/** No cache shows for longer what has been taken down meanwhile. */
const PUBLIC_MAX_AGE_SECONDS = 300;
const NOT_MODIFIED = 304;

type ImageTimeLimits = Pick<TimeLimits, 'imageMs' | 'imageMinBytesPerSecond'>;

/**
 * Serves images at /media/<key in the store>. A name stands for its content, but who may see it changes: so each request
 * is judged anew, also one that only asks whether the image is still the same. Should a file ever hold a document, it runs
 * nothing.
 */
export function registerMedia(app: FastifyInstance, media: MediaService, limits: ImageTimeLimits): void {
  app.get<{ Params: { '*': string } }>('/media/*', { schema: { hide: true } }, async (request, reply) => {
    // Until it is found: what is not there, or not for everybody, may be so in a moment.
    reply.header('cache-control', 'no-store');
    const { '*': key } = request.params;
    const { query, headers } = request;
    const grant = await media.grantMedia({ key, query, authorization: headers.authorization });
    const tag = `"${key.split('/').at(-1)}"`;
    if (namesTag(headers['if-none-match'], tag)) return describe(reply, tag, grant).code(NOT_MODIFIED).send();
    const image = await media.readMedia(key);
    return send(describe(reply, tag, grant), image, limits);
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

/**
 * Sends the whole, whatever a Range header asks for; the framework destroys `content` with the connection. A client that
 * takes it too slowly is cut off: each holds a file, or one of the few connections to S3.
 */
function send(reply: FastifyReply, { content, sizeBytes }: StoredImage, limits: ImageTimeLimits): FastifyReply {
  const limitMs = limits.imageMs + (sizeBytes / limits.imageMinBytesPerSecond) * 1_000;
  const cut = setTimeout(() => reply.raw.destroy(), limitMs).unref();
  content.once('close', () => clearTimeout(cut));
  return reply.type('image/webp').header('content-length', sizeBytes).send(content);
}
