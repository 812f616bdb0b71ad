import { type Outcome, type Scenario, type ScenarioContext, Skipped } from '../scenario.ts';
import { fillDatabase } from './disk-full-database.ts';
import { fillImages } from './disk-full-images.ts';
import { joined } from './outcomes.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { DATABASE_KINDS, type DatabaseKind, NO_POSTGRESQL, openWorld, type World } from './world.ts';

const IMAGES_DISK_BYTES = 8 * 1024 * 1024;
/** What PostgreSQL takes at first, and some of its log. */
const DATABASE_DISK_BYTES = 160 * 1024 * 1024;
const LIMIT_MS = 5 * 60_000;

/** Does `work` with `DATA_DIR` on a disk of this size. */
async function onSmallDisk(
  context: ScenarioContext,
  { kind, sizeBytes }: { kind: DatabaseKind; sizeBytes: number },
  work: (context: ScenarioContext, world: World, disk: SmallDisk) => Promise<Outcome>,
): Promise<Outcome> {
  const disk = await mountSmallDisk(context, sizeBytes);
  if (!disk) throw new Skipped('a small disk can be mounted by root alone');
  return work(context, await openWorld(context, { kind, settings: { DATA_DIR: disk.folder } }), disk);
}

/** There is no room for pictures, and none for the embedded database; then there is. */
export const diskFull: Scenario = {
  line: 'disk full',
  limitMs: LIMIT_MS,
  async run(context) {
    // With the embedded database the pictures would lie on the disk of its own.
    const pictures = DATABASE_KINDS.includes('external')
      ? await onSmallDisk(context, { kind: 'external', sizeBytes: IMAGES_DISK_BYTES }, fillImages)
      : { tried: 'skipped', seen: NO_POSTGRESQL };
    const database = { kind: 'embedded', sizeBytes: DATABASE_DISK_BYTES } as const;
    return joined(
      new Map([
        ['pictures', pictures],
        ['embedded database', await onSmallDisk(context, database, fillDatabase)],
      ]),
    );
  },
};
