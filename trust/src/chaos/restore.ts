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
import type { Outcome, Scenario, ScenarioContext } from '../scenario.ts';
import { megabytes } from '../units.ts';
import { isImageServed, uploadImage } from './chat-images.ts';
import { inEachWorld } from './in-each-world.ts';
import { startWorkload } from './workload.ts';
import { socketUrl, temporaryFolder, type World } from './world.ts';

const LOAD_MS = 3_000;
const IMAGES = 6;
const LIMIT_MS = 5 * 60_000;
const IMAGE_SIDE_PIXELS = 300;
const RESTORED_NAME = 'restored';

/** @throws {Error} with its output, if it fails */
async function run(file: string, args: readonly string[], settings: Record<string, string>): Promise<void> {
  const { code, errors } = await runCli(file, args, settings);
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${errors}`);
}

/** A backup's images with their checksums, sorted. */
const imageSums = async (dir: string): Promise<string> =>
  (await readFile(path.join(dir, IMAGE_SUMS), 'utf8')).split('\n').sort().join('\n');

/** The differences between a backup and a backup of the database restored from it. */
async function differences(first: string, second: string): Promise<string[]> {
  const [{ tables }, again] = [await readManifest(first), await readManifest(second)];
  const different = tables.filter(({ name, rows, sha256 }) => {
    const other = again.tables.find((table) => table.name === name);
    return other?.rows !== rows || other.sha256 !== sha256;
  });
  return [
    ...different.map(({ name }) => `${name} is not the same after the restore`),
    ...((await imageSums(first)) === (await imageSums(second)) ? [] : ['the images are not the same']),
  ];
}

/** The settings of a database that is still empty. */
async function emptyDatabase(world: World, folder: string): Promise<Record<string, string>> {
  const settings = { DATA_DIR: path.join(folder, 'restored') };
  if (world.databaseUrl === undefined) return settings;
  await runAsAdmin(world.databaseUrl, `create database ${RESTORED_NAME}`);
  return { ...settings, DATABASE_URL: databaseUrl(world.databaseUrl, RESTORED_NAME) };
}

/** Starts a server on the restored data. @returns its problems */
async function serveRestored(
  settings: Record<string, string>,
  acknowledged: ReadonlySet<string>,
  images: readonly string[],
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
    const shown = await Promise.all(images.map((content) => isImageServed(server.url, token, content)));
    return [
      ...(lost.length === 0 ? [] : [`${lost.length} messages acknowledged before the backup are not in it`]),
      ...(gaps.length === 0 ? [] : [`${gaps.length} restored conversations have gaps`]),
      ...(shown.every(Boolean) ? [] : ['not every restored image can be read']),
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
  const images: string[] = [];
  const workload = await startWorkload(context, world);
  const sendOne = async (number: number) => {
    const image = { userId: user.id, tempId: `image ${number}`, sidePixels: IMAGE_SIDE_PIXELS };
    const { content } = await uploadImage(world.url, workload.admin.token, image);
    if (content === undefined) throw new Error('an image was rejected');
    images.push(content);
  };
  for (let number = 0; number < IMAGES; number += 1) await sendOne(number);
  await sleep(LOAD_MS);
  const before = new Set(workload.log.messages.map(({ tempId }) => tempId));
  const imagesBefore = [...images];
  const sending = (async () => {
    for (let number = IMAGES; number < 2 * IMAGES; number += 1) await sendOne(number);
  })();
  await Promise.all([run('backup.ts', ['--to', backup], own), sending]);
  const during = workload.log.messages.length - before.size;
  const broken = await workload.finish();

  const target = await emptyDatabase(world, folder);
  await run('restore.ts', ['--from', backup], target);
  await run('backup.ts', ['--to', second], target);
  const taken = await readManifest(backup);
  const wrong = await serveRestored(target, before, imagesBefore);
  return {
    tried: `backed up under load, restored into an empty database, backed up again`,
    seen:
      `${taken.tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${taken.tables.length} tables and ` +
      `${taken.images.count} images (${megabytes(taken.images.bytes)}) the same, ${during} messages meanwhile`,
    fell: [
      ...broken,
      ...wrong,
      ...(await differences(backup, second)),
      ...(taken.images.missing === 0 ? [] : [`${taken.images.missing} images were missing in the backup`]),
      ...(during > 0 ? [] : ['nothing was written during the backup']),
    ],
  };
}

/** `npm run backup` and `npm run restore` during writes of all clients. */
export const restore: Scenario = {
  line: 'restore',
  limitMs: LIMIT_MS,
  run: (context) => inEachWorld(context, (world) => drill(context, world)),
};
