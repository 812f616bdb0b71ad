import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../domain-error.ts';

const CLOSING_RETRY_SECONDS = 5;
/** Where nothing is. */
const UNDECODABLE = '/api/undecodable-url';

/**
 * For the router: a URL whose path cannot be decoded ('%ZZ') leads to the 404 handler. The framework would reject it before
 * any hook runs, hence without envelope, security headers and log line.
 */
export function decodableUrl(url = '/'): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return UNDECODABLE;
  }
}

/**
 * Rejects requests while the server shuts down, with the envelope, and upgrade requests that reach no socket server.
 * @param upgradeErrorOf why a request for a socket gets none
 */
export function registerRequestGuards(
  app: FastifyInstance,
  upgradeErrorOf: (request: IncomingMessage) => DomainError | undefined,
): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (isClosing) throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: CLOSING_RETRY_SECONDS });
    const error = upgradeErrorOf(raw);
    if (!error) return;
    reply.header('connection', 'close');
    throw error;
  });
}

/** Rejects a call whose client has disconnected; nobody receives the error. */
export function rejectDisconnected({ destroyed }: { destroyed: boolean }): void {
  if (destroyed) throw new DomainError('VALIDATION_FAILED');
}
