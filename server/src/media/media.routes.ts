import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../lib/domain-error.ts';

/** Names are made by the server from what the picture holds; nothing else is looked for on the disk. */
const GENERATED_NAME = /^[a-f0-9-]{8,64}\.webp$/;
/** Copies that reports rest on, named by the SHA-256 of what they hold. */
const EVIDENCE_NAME = /^[a-f0-9]{64}\.webp$/;
const YEAR_MS = 365 * 24 * 3_600_000;

/**
 * Serves the pictures under `mediaDir` at /media/<name>, and copies kept as evidence at /media/evidence/<name>. A name
 * stands for its content, so a browser may keep it for good; should one ever hold a document, it runs nothing.
 */
export async function registerMedia(app: FastifyInstance, { mediaDir }: { mediaDir: string }): Promise<void> {
  await mkdir(mediaDir, { recursive: true });
  await app.register(fastifyStatic, { root: mediaDir, serve: false, immutable: true, maxAge: YEAR_MS });

  const serve = (url: string, names: RegExp, folder: string) =>
    app.get<{ Params: { name: string } }>(url, { schema: { hide: true } }, (request, reply) => {
      const { name } = request.params;
      if (!names.test(name)) throw new DomainError('ROUTE_NOT_FOUND');
      return reply
        .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
        .header('cross-origin-resource-policy', 'cross-origin')
        .sendFile(name, folder, { immutable: true, maxAge: YEAR_MS });
    });
  serve('/media/:name', GENERATED_NAME, mediaDir);
  serve('/media/evidence/:name', EVIDENCE_NAME, path.join(mediaDir, 'evidence'));
}
