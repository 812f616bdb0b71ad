import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { completeLock } from './lib/lock.mjs';
import { INSTALLED_APART } from './lib/lock-reading.ts';

const lockWith = (name: string) => ({
  packages: { 'node_modules/tool': { optionalDependencies: { [name]: '1.2.3' } } },
});

test.each(['.', ...INSTALLED_APART])(
  'package-lock.json of %s: has every platform, so that npm ci accepts it on any machine',
  async (folder) => {
    const lock = JSON.parse(
      await readFile(path.resolve(import.meta.dirname, '..', folder, 'package-lock.json'), 'utf8'),
    );
    expect(completeLock(lock)).toEqual([]);
  },
);

test.each([
  ['@tool/linux-arm64-musl', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
  ['@tool/linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
  ['@tool/binding-win32-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
  ['@tool/darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
  ['@tool/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
])('completeLock: %s is added for that platform only', (name, platform) => {
  const lock = lockWith(name);
  expect(completeLock(lock)).toEqual([`${name}@1.2.3`]);
  expect(lock.packages).toMatchObject({ [`node_modules/${name}`]: { version: '1.2.3', optional: true, ...platform } });
});

test('completeLock: a name without a platform is rejected', () => {
  expect(() => completeLock(lockWith('@tool/extra'))).toThrow('@tool/extra');
});
