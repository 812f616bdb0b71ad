import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { ImageStore } from '../../../server/src/lib/images/image-store.ts';
import { AVATAR_KINDS, type AvatarKind, avatarSvgs } from './avatars.ts';
import { SCENE_KINDS, type SceneKind, sceneSvgs } from './scenery.ts';

/** Addresses of the demo pictures, below /media. */
export interface DemoPictures {
  avatars: Record<AvatarKind, string[]>;
  scenes: Record<SceneKind, string[]>;
  /** Draws those that are not there yet. */
  render: (images: ImageStore) => Promise<void>;
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
    render: (images) => renderAll(images, pictures),
  };
}

function addressesByKind<Kind extends string>(
  kinds: readonly Kind[],
  pictures: ReadonlyArray<{ kind: Kind; address: string }>,
): Record<Kind, string[]> {
  const entries = kinds.map((kind) => [kind, pictures.filter((p) => p.kind === kind).map((p) => p.address)]);
  return Object.fromEntries(entries);
}

async function renderAll(images: ImageStore, pictures: readonly Picture[]): Promise<void> {
  const waiting = [...pictures];
  const work = async () => {
    for (let picture = waiting.pop(); picture; picture = waiting.pop()) await renderOne(images, picture);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
}

async function renderOne(images: ImageStore, { name, svg }: Picture): Promise<void> {
  if (await images.has(name)) return;
  await images.put(name, await sharp(Buffer.from(svg)).webp(WEBP).toBuffer());
}
