import type { FastifyInstance } from 'fastify';
import type { Cluster } from '../../lib/cluster/cluster.ts';
import type { Database } from '../../lib/db/database.ts';
import type { BucketHealth } from '../../lib/images/bucket-health.ts';

/** A balancer needs a response within a second, also when the database hangs. */
const CHECK_TIMEOUT_MS = 800;

/** Whether the process is shutting down: it still serves, but a load balancer should send it no new requests. */
export interface Readiness {
  readonly isDraining: boolean;
}

interface Checked {
  database: Pick<Database, 'isReachable'>;
  readiness?: Readiness | undefined;
  cluster?: Pick<Cluster, 'stream'> | undefined;
  bucket?: Pick<BucketHealth, 'isAvailable'> | undefined;
}

const statusText = (isGood: boolean) => (isGood ? 'ok' : 'unavailable');

/**
 * GET /health/live: the process responds. GET /health/ready: it can serve, 503 otherwise. Neither needs a token. While the
 * pool is full calls wait, and it still can serve: all servers are then equally slow, and removing all of them helps no client.
 * Without Redis or the bucket of images it can serve, so that is only reported.
 */
export function registerHealthRoutes(app: FastifyInstance, { database, readiness, cluster, bucket }: Checked): void {
  const options = { schema: { hide: true } } as const;

  app.get('/health/live', options, async () => ({ status: 'ok' }));

  app.get('/health/ready', options, async (_request, reply) => {
    if (readiness?.isDraining) {
      return reply.code(503).header('cache-control', 'no-store').send({ status: 'draining' });
    }
    const isReady = await database.isReachable(CHECK_TIMEOUT_MS);
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: statusText(isReady),
        checks: {
          database: statusText(isReady),
          ...(cluster && { redis: statusText(cluster.stream.isConnected()) }),
          ...(bucket && { images: statusText(bucket.isAvailable()) }),
        },
      });
  });
}
