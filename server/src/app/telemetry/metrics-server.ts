import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Log } from '../../lib/logger.ts';
import { StartupError } from '../startup.ts';
import type { Metrics } from './metrics.ts';

/** A scraper has no reason to be slow. */
const REQUEST_TIMEOUT_MS = 5_000;

/**
 * Serves GET /metrics on a port of its own, which must not be public: there is no sign-in.
 * @returns a function that stops it
 * @throws {StartupError} when it cannot listen on the port
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'contentType' | 'render'>,
  { host, port }: { host: string; port: number },
  log: Log,
): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, async ({ method, url }, response) => {
    try {
      if (url?.split('?', 1)[0] !== '/metrics') response.writeHead(404).end();
      else if (method !== 'GET') response.writeHead(405, { allow: 'GET' }).end();
      else {
        // Rendered before the status is sent, so that a failure can still get 500.
        const text = await metrics.render();
        response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
      }
    } catch (error) {
      log.error({ err: error }, 'metrics collection failed');
      response.writeHead(500).end();
    }
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartupError(`Metrics cannot be served at METRICS_HOST ${host}, METRICS_PORT ${port} (${code}).`);
  }
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}
