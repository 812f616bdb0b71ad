import os from 'node:os';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import { createServices, type Services } from '../../server/src/app/services.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import type { Database, Schema } from '../../server/src/lib/db/database.ts';
import { wrapPool } from '../../server/src/lib/db/prepared-statements.ts';
import { createDiskImageStore } from '../../server/src/lib/images/image-store.ts';
import { noopPublisher } from '../../server/src/lib/realtime/publisher.ts';

/** A statement exactly as the server sends it. */
export type Statement = pg.QueryConfig;

/** Records the SQL of a call: the server's own services are run here once, with a pg that records. */
export function createRecorder(database: Database) {
  let recorded: Statement[] = [];
  const recordingPool = {
    options: database.pool.options,
    connect: async () => {
      const client = await database.pool.connect();
      const query = (first: string | Statement, values?: unknown[]) => {
        recorded.push(typeof first === 'string' ? { text: first, ...(values && { values }) } : first);
        return typeof first === 'string' ? client.query(first, values) : client.query(first);
      };
      return { query, release: () => client.release() };
    },
    end: async () => undefined,
  };
  const pool: PostgresPool = wrapPool(recordingPool as unknown as pg.Pool, { prepares: true });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const services = createServices({
    database: { ...database, db },
    clock: systemClock,
    images: createDiskImageStore(os.tmpdir()),
    publisher: noopPublisher,
  });
  return {
    /** Runs `work` once and returns the statements, in the order of sending. */
    record: async (work: (services: Services) => Promise<unknown>): Promise<Statement[]> => {
      recorded = [];
      await work(services);
      return recorded;
    },
  };
}
export type Recorder = ReturnType<typeof createRecorder>;
