import type { FastifyInstance } from 'fastify';
import { DomainError } from '../domain-error.ts';

const CLOSING_RETRY_SECONDS = 5;

/**
 * Refuses what Node or the framework would answer by themselves, without envelope and headers: a request that names no
 * host (RFC 9112, 3.2) and one that comes while the server ends. An expectation nobody knows is overlooked (RFC 9110, 10.1.1).
 */
export function refuseWhenUnfit(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', async ({ raw }) => {
    if (isClosing) throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: CLOSING_RETRY_SECONDS });
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw new DomainError('MALFORMED_REQUEST');
  });
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}
