import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskImageStore, type ImageStore } from '../../lib/images/image-store.ts';
import { copyImages, EVIDENCE_MAX_BYTES, EVIDENCE_MAX_IMAGES } from './evidence-files.ts';

const NAME = '0123456789abcdef.webp';
let mediaDir: string;
let store: ImageStore;
beforeEach(async () => {
  mediaDir = await mkdtemp(path.join(os.tmpdir(), 'hai-dang-evidence-'));
  await writeFile(path.join(mediaDir, NAME), 'an image');
  store = createDiskImageStore(mediaDir);
});
afterEach(() => rm(mediaDir, { recursive: true, force: true }));

const keep = async (url: string) => (await copyImages(store, [url])).copies.get(url) ?? null;
const kept = () => readdir(path.join(mediaDir, 'evidence'));

test('copyImages: an image is copied once, also for parallel calls', async () => {
  const addresses = await Promise.all(Array.from({ length: 20 }, () => keep(`/media/${NAME}`)));
  expect(new Set(addresses).size).toBe(1);
  expect(await kept()).toEqual([path.basename(addresses[0] ?? '')]);
});

test('copyImages: the copy stays unchanged when the original is overwritten or deleted', async () => {
  const address = (await keep(`/media/${NAME}`)) ?? '';
  await writeFile(path.join(mediaDir, NAME), 'another image');
  const other = await keep(`/media/${NAME}`);
  await rm(path.join(mediaDir, NAME));
  expect(other).not.toBe(address);
  expect(await readFile(path.join(mediaDir, address.replace('/media/', '')), 'utf8')).toBe('an image');
  expect(await keep(`/media/${NAME}`)).toBeNull();
});

test('copyImages: a copy of a copy is itself', async () => {
  const address = (await keep(`/media/${NAME}`)) ?? '';
  expect(await keep(address)).toBe(address);
});

test('copyImages: a copy that failed is made by the next call', async () => {
  await writeFile(path.join(mediaDir, 'evidence'), 'in the way');
  await expect(keep(`/media/${NAME}`)).rejects.toThrow();
  await rm(path.join(mediaDir, 'evidence'));
  const address = await keep(`/media/${NAME}`);
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
])('copyImages: %j is no image URL', async (address) => {
  expect(await keep(address)).toBeNull();
});

/** Images of a given size, each with different content, of a store that counts the open ones. */
function countingStore(sizeBytes: number) {
  const counts = { open: 0, mostOpen: 0, stored: 0 };
  const images = {
    async read(name: string) {
      counts.open += 1;
      counts.mostOpen = Math.max(counts.mostOpen, counts.open);
      const content = Readable.from([Buffer.from(name)]);
      content.once('close', () => {
        counts.open -= 1;
      });
      return { content, sizeBytes };
    },
    async put() {
      counts.stored += 1;
    },
  };
  return { counts, images };
}
const urlsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `/media/${index.toString(16).padStart(16, '0')}.webp`);

test('copyImages: of more images than the limit, the first ones are copied', async () => {
  const { counts, images } = countingStore(1);
  const urls = urlsOf(EVIDENCE_MAX_IMAGES + 5);
  const { copies, isFinal } = await copyImages(images, urls);
  expect(new Set(copies.keys())).toEqual(new Set(urls.slice(0, EVIDENCE_MAX_IMAGES)));
  expect(counts.stored).toBe(EVIDENCE_MAX_IMAGES);
  expect(isFinal).toBe(true);
});

test('copyImages: of more bytes than the limit, those that fit are copied and no file stays open', async () => {
  const { counts, images } = countingStore(EVIDENCE_MAX_BYTES / 4);
  const { copies } = await copyImages(images, urlsOf(10));
  expect(copies.size).toBe(4);
  await expect.poll(() => counts.open).toBe(0);
});

test('copyImages: ten reports of 20 images at once read several images at a time, and four at most', async () => {
  const { counts, images } = countingStore(1);
  const urls = urlsOf(200);
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, n) => copyImages(images, urls.slice(n * 20, n * 20 + 20))),
  );
  expect(all.map(({ copies }) => copies.size)).toEqual(Array(10).fill(20));
  expect(counts.mostOpen).toBe(4);
});

test('copyImages: an image that is named twice is copied once', async () => {
  const { counts, images } = countingStore(1);
  const [url = ''] = urlsOf(1);
  await copyImages(images, [url, url]);
  expect(counts.stored).toBe(1);
});

test('copyImages: an image that the store does not have makes the result retryable', async () => {
  expect(await copyImages(store, [`/media/${NAME}`])).toMatchObject({ isFinal: true });
  expect(await copyImages(store, [`/media/${NAME}`, '/media/ffffffffffffffff.webp'])).toMatchObject({ isFinal: false });
});
