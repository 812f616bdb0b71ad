import { runCommand, summary } from './backup/backup-command.ts';
import { restoreBackup } from './backup/restore-backup.ts';

const USAGE = `npm run restore -- --from <folder>

Brings a backup back into an empty database, with its images. The settings are those of the server (DATA_DIR or
DATABASE_URL, S3_*), which must not be running on it.`;

await runCommand({ option: 'from', usage: USAGE }, async ({ folder: from, ...data }) => {
  const manifest = await restoreBackup({ ...data, from });
  console.log(`Restored ${summary(manifest)}. Everybody has to sign in again.`);
});
