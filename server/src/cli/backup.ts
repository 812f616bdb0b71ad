import { systemClock } from '../lib/clock.ts';
import { runCommand, summary } from './backup/backup-command.ts';
import { takeBackup } from './backup/take-backup.ts';

const USAGE = `npm run backup -- --to <folder>

Writes the database and its images into a new folder, while the server serves. The settings are those of the server
(DATA_DIR or DATABASE_URL, S3_*).`;

await runCommand({ option: 'to', usage: USAGE }, async ({ folder: to, ...data }) => {
  const manifest = await takeBackup({ ...data, to, clock: systemClock });
  console.log(`${to} is a backup ${summary(manifest)}.`);
});
