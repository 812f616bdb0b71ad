import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImageStore } from '../../../server/src/lib/images/image-store.ts';

export const AVATAR_KINDS = ['female', 'male'] as const;
export type AvatarKind = (typeof AVATAR_KINDS)[number];

export const SCENE_KINDS = [
  'mountains',
  'terraces',
  'dunes',
  'waterfall',
  'lake',
  'bay',
  'beach',
  'river',
  'lanterns',
  'city',
] as const;
export type SceneKind = (typeof SCENE_KINDS)[number];

/** URLs of the demo images, below /media. */
export interface DemoImages {
  avatars: Record<AvatarKind, string[]>;
  scenes: Record<SceneKind, string[]>;
  /** Stores the missing ones. */
  render: (images: ImageStore) => Promise<void>;
}

const FOLDER = path.resolve(import.meta.dirname, '../../images');

/**
 * The images of demo/images: a folder for each kind. The name of a file is the hash of its content, because what is
 * stored under a name is never altered. Sorted, so that a user has the same avatar on every machine.
 */
export function createDemoImages(): DemoImages {
  const files: string[] = [];
  const urlsByKind = <Kind extends string>(folder: string, kinds: readonly Kind[]) => {
    const entries = kinds.map((kind) => {
      const ofKind = path.join(FOLDER, folder, kind);
      const names = readdirSync(ofKind).filter((name) => name.endsWith('.webp'));
      names.sort();
      files.push(...names.map((name) => path.join(ofKind, name)));
      return [kind, names.map((name) => `/media/${name}`)] as const;
    });
    return Object.fromEntries(entries) as Record<Kind, string[]>;
  };
  return {
    avatars: urlsByKind('avatars', AVATAR_KINDS),
    scenes: urlsByKind('scenes', SCENE_KINDS),
    render: async (images) => {
      await Promise.all(files.map(async (file) => images.put(path.basename(file), await readFile(file))));
    },
  };
}
