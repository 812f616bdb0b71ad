import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/** The folders and files that documents may name; without those made by a build or npm. */
const NAMED = [
  '.ci',
  '.dependency-cruiser.cjs',
  'CONTRIBUTING.md',
  'README.md',
  'bench',
  'biome.json',
  'contract',
  'demo',
  'deploy',
  'docs',
  'e2e',
  'knip.json',
  'package.json',
  'panel',
  'scripts',
  'server',
  'trust',
  'vitest.config.ts',
];
const MADE = new Set(['node_modules', 'dist', 'data']);

/** Every file in `place`, as paths from the root of the project; none if it does not exist. */
function filesUnder(place: string): string[] {
  try {
    const entries = readdirSync(path.join(ROOT, place), { withFileTypes: true });
    return entries.flatMap(({ name }) => (MADE.has(name) ? [] : filesUnder(`${place}/${name}`)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return [place];
    if (code === 'ENOENT') return [];
    throw error;
  }
}

/** Every file of the project, as paths from its root. */
export const projectFiles: readonly string[] = NAMED.flatMap(filesUnder);

/** The text of a file, by its path from the root of the project. */
export const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Every document, as paths from the root of the project. */
export const documents: readonly string[] = projectFiles.filter((file) =>
  /^(docs\/.+|README|CONTRIBUTING)\.md$/.test(file),
);
