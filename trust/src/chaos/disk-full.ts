import { chmod } from 'node:fs/promises';
import { type Outcome, type Scenario, type ScenarioContext, Skipped } from '../scenario.ts';
import { fillDatabase } from './disk-full-database.ts';
import { fillImages } from './disk-full-images.ts';
import { joined } from './outcomes.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { DATABASE_KINDS, NO_POSTGRESQL, openWorld } from './world.ts';

const IMAGES_DISK_BYTES = 8 * 1024 * 1024;
/** The initial size of PostgreSQL, and some of its WAL. */
const DATABASE_DISK_BYTES = 160 * 1024 * 1024;
const PASSABLE_MODE = 0o755;
const LIMIT_MS = 5 * 60_000;

async function smallDisk(context: ScenarioContext, sizeBytes: number): Promise<SmallDisk> {
  const disk = await mountSmallDisk(context, sizeBytes);
  if (!disk) throw new Skipped('a small disk can be mounted by root alone');
  return disk;
}

async function fillEmbedded(context: ScenarioContext): Promise<Outcome> {
  const disk = await smallDisk(context, DATABASE_DISK_BYTES);
  const world = await openWorld(context, { kind: 'embedded', settings: { DATA_DIR: disk.folder } });
  return fillDatabase(context, world, disk);
}

async function fillExternal(context: ScenarioContext): Promise<Outcome> {
  const disk = await smallDisk(context, DATABASE_DISK_BYTES);
  await chmod(disk.folder, PASSABLE_MODE);
  return fillDatabase(context, await openWorld(context, { kind: 'external', databaseParent: disk.folder }), disk);
}

/** Fills the disk of the images alone; the embedded database would be on the same one. */
async function fillImagesDisk(context: ScenarioContext): Promise<Outcome> {
  const disk = await smallDisk(context, IMAGES_DISK_BYTES);
  const world = await openWorld(context, { kind: 'external', settings: { DATA_DIR: disk.folder } });
  return fillImages(context, world, disk);
}

/** No space for images, and none for the databases; then both have it again. */
export const diskFull: Scenario = {
  line: 'disk full',
  limitMs: LIMIT_MS,
  async run(context) {
    const outcomes = new Map([['embedded database', await fillEmbedded(context)]]);
    if (DATABASE_KINDS.includes('external')) {
      outcomes.set('external database', await fillExternal(context));
      outcomes.set('images', await fillImagesDisk(context));
    } else {
      outcomes.set('external database and images', { tried: 'skipped', seen: NO_POSTGRESQL });
    }
    return joined(outcomes);
  },
};
