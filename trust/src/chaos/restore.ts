import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { IMAGE_SUMS, readManifest } from '../../../server/src/cli/backup/backup.manifest.ts';
import { openDatabase } from '../../../server/src/lib/db/database.ts';
import { createLogger } from '../../../server/src/lib/logger.ts';
import { databaseUrl, runAsAdmin } from '../../../server/src/testing/database-server.ts';
import { insertAdmin, insertSession, insertUser } from '../../../server/src/testing/factories.ts';
import { runCli } from '../../../server/src/testing/run-cli.ts';
import { spawnServer, untilReady } from '../../../server/src/testing/spawn-server.ts';
import { megabytes } from '../figures.ts';
import type { Outcome, Scenario, ScenarioContext } from '../scenario.ts';
import { isPictureShown, sendPicture } from './chat-pictures.ts';
import { inEachWorld } from './in-each-world.ts';
import { startWorkload } from './workload.ts';
import { socketUrl, temporaryFolder, type World } from './world.ts';

const LOAD_MS = 3_000;
const PICTURES = 6;
const LIMIT_MS = 5 * 60_000;
const PICTURE_SIDE_PIXELS = 300;
const RESTORED_NAME = 'restored';

/** @throws {Error} with what it said, when it does not end well */
async function run(file: string, args: readonly string[], settings: Record<string, string>): Promise<void> {
  const { code, errors } = await runCli(file, args, settings);
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${errors}`);
}

/** A backup's pictures with their checksums, in no order of its own. */
const pictureSums = async (dir: string): Promise<string> =>
  (await readFile(path.join(dir, IMAGE_SUMS), 'utf8')).split('\n').sort().join('\n');

/** What is not the same in a backup and in a backup of what was restored from it. */
async function differences(first: string, second: string): Promise<string[]> {
  const [{ tables }, again] = [await readManifest(first), await readManifest(second)];
  const different = tables.filter(({ name, rows, sha256 }) => {
    const other = again.tables.find((table) => table.name === name);
    return other?.rows !== rows || other.sha256 !== sha256;
  });
  return [
    ...different.map(({ name }) => `${name} is not the same after the restore`),
    ...((await pictureSums(first)) === (await pictureSums(second)) ? [] : ['the pictures are not the same']),
  ];
}

/** The settings of a database that is empty yet. */
async function emptyDatabase(world: World, folder: string): Promise<Record<string, string>> {
  const settings = { DATA_DIR: path.join(folder, 'restored') };
  if (world.databaseUrl === undefined) return settings;
  await runAsAdmin(world.databaseUrl, `create database ${RESTORED_NAME}`);
  return { ...settings, DATABASE_URL: databaseUrl(world.databaseUrl, RESTORED_NAME) };
}

/** Serves what was restored. @returns what is wrong with it */
async function serveRestored(
  settings: Record<string, string>,
  acknowledged: ReadonlySet<string>,
  pictures: readonly string[],
): Promise<string[]> {
  const server = await spawnServer({ ...settings, NODE_ENV: 'production', LOG_LEVEL: 'warn' });
  try {
    await untilReady(server);
    const url = settings['DATABASE_URL'] ?? socketUrl(path.join(settings['DATA_DIR'] ?? '', 'postgres'));
    const logger = createLogger({ level: 'silent' });
    const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '', logger, maxConnections: 2 });
    const rows = await db.selectFrom('messages').select(['user_id', 'client_key', 'seq']).orderBy('seq').execute();
    const admin = await insertAdmin(db);
    const token = await insertSession(db, admin.id);
    await close();
    const keys = new Set(rows.map(({ client_key }) => client_key));
    const lost = [...acknowledged].filter((key) => !keys.has(key));
    const gaps = [...Map.groupBy(rows, ({ user_id }) => user_id).values()].filter((own) =>
      own.some(({ seq }, index) => seq !== index + 1),
    );
    const shown = await Promise.all(pictures.map((content) => isPictureShown(server.url, token, content)));
    return [
      ...(lost.length === 0 ? [] : [`${lost.length} messages acknowledged before the backup are not in it`]),
      ...(gaps.length === 0 ? [] : [`${gaps.length} restored conversations have gaps`]),
      ...(shown.every(Boolean) ? [] : ['not every restored picture can be read']),
    ];
  } finally {
    server.child.kill('SIGTERM');
    await server.exit;
  }
}

async function drill(context: ScenarioContext, world: World): Promise<Outcome> {
  const folder = await temporaryFolder(context, 'restore');
  const { db } = world.database;
  const own = { DATA_DIR: world.dataDir, ...(world.databaseUrl !== undefined && { DATABASE_URL: world.databaseUrl }) };
  const [backup, second] = [path.join(folder, 'backup'), path.join(folder, 'second')];
  const user = await insertUser(db);
  const pictures: string[] = [];
  const workload = await startWorkload(context, world);
  const sendOne = async (number: number) => {
    const picture = { userId: user.id, tempId: `picture ${number}`, sidePixels: PICTURE_SIDE_PIXELS };
    const { content } = await sendPicture(world.url, workload.admin.token, picture);
    if (content === undefined) throw new Error('a picture was refused');
    pictures.push(content);
  };
  for (let number = 0; number < PICTURES; number += 1) await sendOne(number);
  await sleep(LOAD_MS);
  const before = new Set(workload.log.messages.map(({ tempId }) => tempId));
  const picturesBefore = [...pictures];
  const sending = (async () => {
    for (let number = PICTURES; number < 2 * PICTURES; number += 1) await sendOne(number);
  })();
  await Promise.all([run('backup.ts', ['--to', backup], own), sending]);
  const during = workload.log.messages.length - before.size;
  const broken = await workload.finish();

  const target = await emptyDatabase(world, folder);
  await run('restore.ts', ['--from', backup], target);
  await run('backup.ts', ['--to', second], target);
  const taken = await readManifest(backup);
  const wrong = await serveRestored(target, before, picturesBefore);
  return {
    tried: `backed up under load, restored into an empty database, backed up again`,
    seen:
      `${taken.tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${taken.tables.length} tables and ` +
      `${taken.images.count} pictures (${megabytes(taken.images.bytes)}) the same, ${during} messages meanwhile`,
    fell: [
      ...broken,
      ...wrong,
      ...(await differences(backup, second)),
      ...(taken.images.missing === 0 ? [] : [`${taken.images.missing} pictures were missing in the backup`]),
      ...(during > 0 ? [] : ['nothing was written during the backup']),
    ],
  };
}

/** `npm run backup` and `npm run restore` while everybody writes. */
export const restore: Scenario = {
  line: 'restore',
  limitMs: LIMIT_MS,
  run: (context) => inEachWorld(context, (world) => drill(context, world)),
};
