import { startEmbeddedPostgres } from '../lib/db/embedded-postgres.ts';
import { createLogger } from '../lib/logger.ts';

// A process that starts (or joins) the embedded server of a folder until SIGTERM, for tests that kill it.
const [dir = ''] = process.argv.slice(2);
const server = await startEmbeddedPostgres({ dir, logger: createLogger({ level: 'silent' }), throwaway: true });
const alive = setInterval(() => undefined, 60_000);
process.once('SIGTERM', async () => {
  await server.stop();
  clearInterval(alive);
});
process.stdout.write(`${JSON.stringify(server.connection)}\n`);
