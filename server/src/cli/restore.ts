import { parseConfig } from '../app/config.ts';
import { openImageStore } from '../app/open-image-store.ts';
import { openDatabase } from '../lib/db/database.ts';
import { createLogger } from '../lib/logger.ts';
import { createSteps, readFolder, runCommand, summary } from './backup/backup-terminal.ts';
import { restoreBackup } from './backup/restore-backup.ts';

const USAGE = `npm run restore -- --from <folder>

Brings a backup back into an empty database, with its pictures. The settings are those of the server (DATA_DIR or
DATABASE_URL, S3_*), which must not be running on it.`;

await runCommand(async () => {
  const from = readFolder('from', USAGE);
  const config = parseConfig(process.env);
  const logger = createLogger({ level: 'warn' });
  const images = await openImageStore(config, logger);
  const { databaseUrl, dataDir } = config;
  const database = await openDatabase({ databaseUrl, dataDir, logger, maxConnections: 1 });
  try {
    const { connection } = database;
    const manifest = await restoreBackup({ connection, images, from, onStep: createSteps() });
    console.log(`Restored ${summary(manifest)}. Everybody has to sign in again.`);
  } finally {
    await database.close();
  }
});
