import { mkdir } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../lib/domain-error.ts';

/** Names are made by the server from what the picture holds; nothing else is looked for on the disk. */
const GENERATED_NAME = /^[a-f0-9-]{8,64}\.webp$/;
const YEAR_MS = 365 * 24 * 3_600_000;

/**
 * Serves the pictures under `mediaDir` at /media/<name>. A name stands for its content, so a browser may keep it for
 * good; should one ever hold a document, it runs nothing.
 */
export async function registerMedia(app: FastifyInstance, { mediaDir }: { mediaDir: string }): Promise<void> {
  await mkdir(mediaDir, { recursive: true });
  await app.register(fastifyStatic, { root: mediaDir, serve: false, immutable: true, maxAge: YEAR_MS });

  app.get<{ Params: { name: string } }>('/media/:name', { schema: { hide: true } }, (request, reply) => {
    const { name } = request.params;
    if (!GENERATED_NAME.test(name)) throw new DomainError('ROUTE_NOT_FOUND');
    return reply
      .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
      .header('cross-origin-resource-policy', 'cross-origin')
      .sendFile(name, mediaDir, { immutable: true, maxAge: YEAR_MS });
  });
}
