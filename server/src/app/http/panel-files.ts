import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { PanelSettings } from '@hai-dang/contract/panel-settings.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure } from './error-handler.ts';

const PAGES = { shell: 'index.html', login: 'login.html' } as const;
/** URLs that are never a screen of the panel. */
const NOT_A_SCREEN = /^\/(?:api|assets|media|docs|health|socket\.io)(?:\/|$)|\.\w+$/;
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/json")[^>]*>([\s\S]*?)<\/script>/g;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/**
 * The CSP hashes of the inline scripts in the built panel's pages.
 * @param panelDir the built panel; one that is not there has none
 */
export async function inlineScriptHashes(panelDir: string): Promise<string[]> {
  const hashes = new Set<string>();
  for (const page of Object.values(PAGES)) {
    const file = path.join(panelDir, page);
    if (!existsSync(file)) continue;
    for (const [, script = ''] of (await readFile(file, 'utf8')).matchAll(INLINE_SCRIPT)) {
      hashes.add(`sha256-${createHash('sha256').update(script).digest('base64')}`);
    }
  }
  return [...hashes];
}

/**
 * Serves the built panel: hashed files for good, pages fresh each time, /login as its prerendered page and every
 * other screen as the shell; and /config.json, which has the URL of the panel's API.
 */
export async function servePanel(
  app: FastifyInstance,
  { panelDir, settings }: { panelDir: string; settings: PanelSettings },
): Promise<void> {
  app.get('/config.json', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', REVALIDATE).send(settings),
  );
  if (existsSync(panelDir)) {
    await app.register(fastifyStatic, {
      root: panelDir,
      index: false,
      dotfiles: 'ignore',
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = path.dirname(file).endsWith(`${path.sep}assets`);
        reply.header('cache-control', isHashed ? IMMUTABLE : REVALIDATE);
      },
    });
  }
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const page = pageFor(request);
    if (page && existsSync(path.join(panelDir, page))) {
      return reply.header('cache-control', REVALIDATE).sendFile(page, panelDir, { cacheControl: false });
    }
    return sendFailure(request, reply, { code: 'ROUTE_NOT_FOUND' });
  };
  app.get('/', { schema: { hide: true } }, sendPage);
  // For what is no file: a screen's path gets its page, anything else the usual error.
  app.setNotFoundHandler(sendPage);
}

function pageFor(request: FastifyRequest): string | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const pathname = request.url.split('?', 1)[0] ?? '/';
  if (NOT_A_SCREEN.test(pathname)) return undefined;
  return pathname.replace(/\/$/, '') === '/login' ? PAGES.login : PAGES.shell;
}
