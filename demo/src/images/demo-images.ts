import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { ImageStore } from '../../../server/src/lib/images/image-store.ts';
import { AVATAR_KINDS, type AvatarKind, avatarSvgs } from './avatars.ts';
import { SCENE_KINDS, type SceneKind, sceneSvgs } from './scenery.ts';

/** URLs of the demo images, below /media, by their content. */
export interface DemoImages {
  avatars: Record<AvatarKind, string[]>;
  scenes: Record<SceneKind, string[]>;
  /** Stores the missing ones. */
  render: (images: ImageStore) => Promise<void>;
}

interface Drawing {
  name: string;
  svg: string;
}

const WEBP = { quality: 74, effort: 2 } as const;
/** Part of every name: browsers cache an image forever, so that another encoding needs another name. */
const ENCODING_VERSION = JSON.stringify(WEBP);
const NAME_DIGITS = 32;
const PARALLEL = 4;

/**
 * Avatars and scenes. A name is the hash of the SVG, so that it is known before rendering and the same on every
 * machine.
 */
export function createDemoImages(): DemoImages {
  const drawings: Drawing[] = [];
  const add = (svg: string): string => {
    const hash = createHash('sha256').update(ENCODING_VERSION).update(svg).digest('hex');
    const name = `${hash.slice(0, NAME_DIGITS)}.webp`;
    drawings.push({ name, svg });
    return `/media/${name}`;
  };
  const avatars = avatarSvgs().map(({ kind, svg }) => ({ kind, url: add(svg) }));
  const scenes = sceneSvgs().map(({ kind, svg }) => ({ kind, url: add(svg) }));
  return {
    avatars: urlsByKind(AVATAR_KINDS, avatars),
    scenes: urlsByKind(SCENE_KINDS, scenes),
    render: (images) => renderAll(images, drawings),
  };
}

function urlsByKind<Kind extends string>(
  kinds: readonly Kind[],
  all: ReadonlyArray<{ kind: Kind; url: string }>,
): Record<Kind, string[]> {
  const entries = kinds.map((kind) => [kind, all.filter((one) => one.kind === kind).map(({ url }) => url)]);
  return Object.fromEntries(entries);
}

async function renderAll(images: ImageStore, drawings: readonly Drawing[]): Promise<void> {
  const pending = [...drawings];
  const work = async () => {
    for (let drawing = pending.pop(); drawing; drawing = pending.pop()) await renderOne(images, drawing);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
}

async function renderOne(images: ImageStore, { name, svg }: Drawing): Promise<void> {
  if (await images.has(name)) return;
  await images.put(name, await sharp(Buffer.from(svg)).webp(WEBP).toBuffer());
}
