import { createHash } from 'node:crypto';
import { access, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { AVATAR_KINDS, type AvatarKind, avatarSvgs } from './avatars.ts';
import { SCENE_KINDS, type SceneKind, sceneSvgs } from './scenery.ts';

/** Addresses of the demo pictures, below /media. */
export interface DemoPictures {
  avatars: Record<AvatarKind, string[]>;
  scenes: Record<SceneKind, string[]>;
  /** Draws those that are not there yet. */
  render: (mediaDir: string) => Promise<void>;
}

interface Picture {
  name: string;
  svg: string;
}

const WEBP = { quality: 74, effort: 2 } as const;
/** Part of every name: a new encoding is a new file, for a browser keeps the old one for good. */
const ENCODING_VERSION = JSON.stringify(WEBP);
const NAME_DIGITS = 32;
const PARALLEL = 4;

/**
 * The demo's avatars and pictures. Names are hashes of what is drawn, so they are known before anything is drawn and
 * are the same on every machine.
 */
export function demoPictures(): DemoPictures {
  const pictures: Picture[] = [];
  const add = (svg: string): string => {
    const hash = createHash('sha256').update(ENCODING_VERSION).update(svg).digest('hex');
    const name = `${hash.slice(0, NAME_DIGITS)}.webp`;
    pictures.push({ name, svg });
    return `/media/${name}`;
  };
  const avatars = avatarSvgs().map(({ kind, svg }) => ({ kind, address: add(svg) }));
  const scenes = sceneSvgs().map(({ kind, svg }) => ({ kind, address: add(svg) }));
  return {
    avatars: addressesByKind(AVATAR_KINDS, avatars),
    scenes: addressesByKind(SCENE_KINDS, scenes),
    render: (mediaDir) => renderAll(mediaDir, pictures),
  };
}

function addressesByKind<Kind extends string>(
  kinds: readonly Kind[],
  pictures: ReadonlyArray<{ kind: Kind; address: string }>,
): Record<Kind, string[]> {
  const entries = kinds.map((kind) => [kind, pictures.filter((p) => p.kind === kind).map((p) => p.address)]);
  return Object.fromEntries(entries);
}

async function renderAll(mediaDir: string, pictures: readonly Picture[]): Promise<void> {
  await mkdir(mediaDir, { recursive: true });
  const waiting = [...pictures];
  const work = async () => {
    for (let picture = waiting.pop(); picture; picture = waiting.pop()) await renderOne(mediaDir, picture);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
}

async function renderOne(mediaDir: string, { name, svg }: Picture): Promise<void> {
  const file = path.join(mediaDir, name);
  const there = await access(file).then(
    () => true,
    () => false,
  );
  if (there) return;
  // Renamed when whole: a crash must not leave half a picture under a final name.
  const part = `${file}.${process.pid}.part`;
  await sharp(Buffer.from(svg)).webp(WEBP).toFile(part);
  await rename(part, file);
}
