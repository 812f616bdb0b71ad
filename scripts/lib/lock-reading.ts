import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

type Wanted = Record<string, string>;

/** What package-lock.json says of one place, as far as it is read here. */
export interface LockEntry {
  version?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  os?: string[];
  cpu?: string[];
  dependencies?: Wanted;
  devDependencies?: Wanted;
  optionalDependencies?: Wanted;
  peerDependencies?: Wanted;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** By places: 'node_modules/<name>', below it where there is another copy, and a workspace's folder. */
export interface Lock {
  packages: Record<string, LockEntry>;
}

/** @param folder of the package-lock.json, from the project's root */
export const readLock = (folder = '.'): Lock =>
  JSON.parse(readFileSync(path.join(ROOT, folder, 'package-lock.json'), 'utf8'));

/** The name of the package at a place. */
export const nameAt = (place: string): string => place.replace(/^.*node_modules\//, '');

/** The places of packages that come from the registry: no workspace, no link to one. */
export const packagePlaces = ({ packages }: Lock): string[] =>
  Object.keys(packages).filter((place) => place.includes('node_modules/') && !packages[place]?.link);

/** Where the package at `place` finds another: below its own folder, then one folder up at a time. */
function find({ packages }: Lock, place: string, name: string): string | undefined {
  const steps = place === '' ? [] : place.split('/');
  for (let length = steps.length; length >= 0; length -= 1) {
    const candidate = [...steps.slice(0, length), 'node_modules', name].join('/');
    const found = packages[candidate];
    if (found) return found.link ? found.resolved : candidate;
  }
  return undefined;
}

/**
 * What is installed for a package where nothing is built or tested.
 * @param start a place; the workspace's folder for a workspace
 * @returns the places of all that it needs, directly or not; packages for other machines included
 */
export function neededBy(lock: Lock, start: string): Set<string> {
  const seen = new Set<string>();
  const waiting = [start];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const {
      dependencies,
      optionalDependencies,
      peerDependencies = {},
      peerDependenciesMeta,
    } = lock.packages[place] ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = find(lock, place, name);
      if (found === undefined || seen.has(found)) continue;
      seen.add(found);
      waiting.push(found);
    }
  }
  return seen;
}
