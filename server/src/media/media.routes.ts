import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from '../lib/domain-error.ts';
import { cutBytes, parseByteRange } from '../lib/http/byte-range.ts';
import type { ImageStore, StoredImage } from '../lib/images/image-store.ts';

/** Names are made by the server from what the picture holds; nothing else is looked for. */
const GENERATED_NAME = /^[a-f0-9-]{8,64}\.webp$/;
/** Copies that reports rest on, named by the SHA-256 of what they hold. */
const EVIDENCE_NAME = /^[a-f0-9]{64}\.webp$/;
const YEAR_SECONDS = 365 * 24 * 3_600;
const PARTIAL_CONTENT = 206;
const NOT_MODIFIED = 304;
const UNSATISFIABLE = 416;

/**
 * Serves pictures at /media/<name>, and copies kept as evidence at /media/evidence/<name>. A name stands for its content,
 * so a browser may keep it for good; should one ever hold a document, it runs nothing.
 */
export function registerMedia(app: FastifyInstance, { images }: { images: Pick<ImageStore, 'read'> }): void {
  const serve = (url: string, names: RegExp, folder: string) =>
    app.get<{ Params: { name: string } }>(url, { schema: { hide: true } }, async (request, reply) => {
      const { name } = request.params;
      if (!names.test(name)) throw new DomainError('ROUTE_NOT_FOUND');
      const tag = `"${name}"`;
      // Who has this name has its content: nothing needs to be read.
      if (namesTag(request.headers['if-none-match'], tag)) return describe(reply, tag).code(NOT_MODIFIED).send();
      const image = await images.read(`${folder}${name}`);
      if (!image) throw new DomainError('ROUTE_NOT_FOUND');
      return send(describe(reply, tag), image, request.headers.range);
    });
  serve('/media/:name', GENERATED_NAME, '');
  serve('/media/evidence/:name', EVIDENCE_NAME, 'evidence/');
}

const namesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((named) => named.trim().replace(/^W\//, '') === tag);

const describe = (reply: FastifyReply, tag: string): FastifyReply =>
  reply
    .header('etag', tag)
    .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('cross-origin-resource-policy', 'cross-origin');

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
