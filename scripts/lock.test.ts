import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { completeLock } from './lib/lock.mjs';

test('package-lock.json has every platform, so that npm ci accepts it anywhere', async () => {
  const lock = JSON.parse(await readFile(path.resolve(import.meta.dirname, '../package-lock.json'), 'utf8'));
  expect(completeLock(lock)).toEqual([]);
});

test('a platform that is missing is added for that platform alone', () => {
  const lock = { packages: { 'node_modules/tool': { optionalDependencies: { '@tool/linux-arm64-musl': '1.2.3' } } } };
  expect(completeLock(lock)).toEqual(['@tool/linux-arm64-musl@1.2.3']);
  expect(lock.packages).toMatchObject({
    'node_modules/@tool/linux-arm64-musl': {
      version: '1.2.3',
      os: ['linux'],
      cpu: ['arm64'],
      libc: ['musl'],
      optional: true,
    },
  });
});
