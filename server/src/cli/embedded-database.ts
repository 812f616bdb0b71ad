import path from 'node:path';
import { parseConfig } from '../app/config.ts';
import { startEmbeddedPostgres } from '../lib/db/embedded-postgres.ts';
import { createLogger, flushLogs } from '../lib/logger.ts';

// Keeps the embedded database of DATA_DIR running for several servers, none of which then takes it along when it ends.
// Sends 'ready' over its channel to its parent, and ends with that channel or with SIGTERM.
const { dataDir, logLevel } = parseConfig(process.env);
const logger = createLogger({ level: logLevel });
const alive = setInterval(() => undefined, 60_000);
const database = await startEmbeddedPostgres({ dir: path.join(dataDir, 'postgres'), logger });

let isEnding = false;
async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await database.stop();
  clearInterval(alive);
  await flushLogs(logger);
  process.exit(0);
}
process.once('disconnect', () => void end());
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => undefined);
process.send?.('ready');
if (!process.connected) await end();
