import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Log } from '../../lib/logger.ts';
import { StartupError } from '../startup.ts';
import type { Metrics } from './metrics.ts';

/** Nobody who reads metrics has a reason to be slow. */
const REQUEST_TIMEOUT_MS = 5_000;

/**
 * Serves GET /metrics on a port of its own, which is not for the world: there is no sign-in.
 * @returns stops it
 * @throws {StartupError} when the port cannot be had
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
        // Rendered before the status is sent, so that a failure can still answer 500.
        const text = await metrics.render();
        response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
      }
    } catch (error) {
      log.error({ err: error }, 'metrics could not be read');
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
