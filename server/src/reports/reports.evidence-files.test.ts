import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskImageStore } from '../lib/images/image-store.ts';
import { createEvidenceFiles, type EvidenceFiles } from './reports.evidence-files.ts';

const NAME = '0123456789abcdef.webp';
let mediaDir: string;
let files: EvidenceFiles;
beforeEach(async () => {
  mediaDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-evidence-'));
  await writeFile(path.join(mediaDir, NAME), 'a picture');
  files = createEvidenceFiles({ images: createDiskImageStore(mediaDir) });
});
afterEach(() => rm(mediaDir, { recursive: true, force: true }));

const kept = () => readdir(path.join(mediaDir, 'evidence'));

test('a picture is copied once, whoever asks how often at once', async () => {
  const addresses = await Promise.all(Array.from({ length: 20 }, () => files.keep(`/media/${NAME}`)));
  expect(new Set(addresses).size).toBe(1);
  expect(await kept()).toEqual([path.basename(addresses[0] ?? '')]);
});

test('the copy stays as it was when the original is overwritten or removed', async () => {
  const address = (await files.keep(`/media/${NAME}`)) ?? '';
  await writeFile(path.join(mediaDir, NAME), 'another picture');
  const other = await files.keep(`/media/${NAME}`);
  await rm(path.join(mediaDir, NAME));
  expect(other).not.toBe(address);
  expect(await readFile(path.join(mediaDir, address.replace('/media/', '')), 'utf8')).toBe('a picture');
  expect(await files.keep(`/media/${NAME}`)).toBeNull();
});

test('a copy of a copy is itself', async () => {
  const address = (await files.keep(`/media/${NAME}`)) ?? '';
  expect(await files.keep(address)).toBe(address);
});

test('a copy that could not be made is made the next time', async () => {
  await writeFile(path.join(mediaDir, 'evidence'), 'in the way');
  await expect(files.keep(`/media/${NAME}`)).rejects.toThrow();
  await rm(path.join(mediaDir, 'evidence'));
  const address = await files.keep(`/media/${NAME}`);
  expect(await kept()).toEqual([path.basename(address ?? '')]);
});

test.each([
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  '//evil.test/a.png',
  'a.png',
  '',
  'http://',
  'ftp://a/b',
])('%j is no picture’s address', async (address) => {
  expect(await files.keep(address)).toBeNull();
});
