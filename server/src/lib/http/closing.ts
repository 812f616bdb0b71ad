import type { FastifyInstance } from 'fastify';

const IDLE_CHECK_MS = 100;

/**
 * Closes connections while the server closes, each when it is idle: one whose last response was in flight when that started
 * would else be kept alive for its time, and the server wait for it.
 */
export function closeIdleConnections(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', (done) => {
    timer = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
    done();
  });
  // The checks end once the server is closed.
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}
