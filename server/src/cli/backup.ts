import { parseConfig } from '../app/config.ts';
import { openImageStore } from '../app/open-image-store.ts';
import { systemClock } from '../lib/clock.ts';
import { openDatabase } from '../lib/db/database.ts';
import { createLogger } from '../lib/logger.ts';
import { createSteps, readFolder, runCommand, summary } from './backup/backup-terminal.ts';
import { takeBackup } from './backup/take-backup.ts';

const USAGE = `npm run backup -- --to <folder>

Writes the database and its pictures into a new folder, while the server serves. The settings are those of the server
(DATA_DIR or DATABASE_URL, S3_*).`;

await runCommand(async () => {
  const to = readFolder('to', USAGE);
  const config = parseConfig(process.env);
  const logger = createLogger({ level: 'warn' });
  const images = await openImageStore(config, logger);
  const { databaseUrl, dataDir } = config;
  const database = await openDatabase({ databaseUrl, dataDir, logger, maxConnections: 1 });
  try {
    const { connection } = database;
    const manifest = await takeBackup({ connection, images, to, clock: systemClock, onStep: createSteps() });
    console.log(`${to} is a backup ${summary(manifest)}.`);
  } finally {
    await database.close();
  }
});
