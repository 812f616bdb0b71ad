import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findPackage } from './lock.mjs';
import { ROOT } from './paths.mjs';

type Wanted = Record<string, string>;

/** The fields of an entry in package-lock.json that are used here. */
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

/** The packages by location: 'node_modules/<name>', nested for another copy, and a workspace's folder. */
export interface Lock {
  packages: Record<string, LockEntry>;
}

/** Folders with packages and a lock of their own: what the benchmark compares with, and what mutates. */
export const INSTALLED_APART: readonly string[] = ['bench/peers/adminjs', 'mutation'];

/** @param folder of the package-lock.json, from the project's root */
export const readLock = (folder = '.'): Lock =>
  JSON.parse(readFileSync(path.join(ROOT, folder, 'package-lock.json'), 'utf8'));

/** The name of the package at a location. */
export const nameAt = (place: string): string => place.replace(/^.*node_modules\//, '');

/** The locations of packages from the registry: neither workspaces nor links to them. */
export const packagePaths = ({ packages }: Lock): string[] =>
  Object.keys(packages).filter((place) => place.includes('node_modules/') && !packages[place]?.link);

/**
 * The production dependencies of a package.
 * @param start a location; the workspace's folder for a workspace
 * @returns the locations of all its direct and transitive dependencies; packages for other platforms included
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
      const location = findPackage(lock, place, name);
      const entry = location === undefined ? undefined : lock.packages[location];
      const found = entry?.link ? entry.resolved : location;
      if (found === undefined || seen.has(found)) continue;
      seen.add(found);
      waiting.push(found);
    }
  }
  return seen;
}
