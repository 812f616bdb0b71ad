import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ImageStore } from '../../../server/src/lib/images/image-store.ts';
import { createDemoImages } from './demo-images.ts';

/** A travel post shows up to six images of one scene. */
const SCENES_MIN = 6;
const TOTAL_MAX_BYTES = 1.5 * 1024 * 1024;

const demoImages = createDemoImages();
const urls = (byKind: Record<string, string[]>) => Object.values(byKind).flat();

test('createDemoImages: every kind has enough images, all different', () => {
  const all = [...urls(demoImages.avatars), ...urls(demoImages.scenes)];
  expect(new Set(all).size).toBe(all.length);
  for (const [kind, ofKind] of Object.entries({ ...demoImages.avatars, ...demoImages.scenes })) {
    expect(ofKind.length, kind).toBeGreaterThanOrEqual(SCENES_MIN);
  }
});

test('createDemoImages: all are stored under the hash of their content, and are small together', async () => {
  const stored = new Map<string, Buffer>();
  const put: ImageStore['put'] = async (key, bytes) => void stored.set(key, bytes);
  await demoImages.render({ put } as ImageStore);
  const all = [...urls(demoImages.avatars), ...urls(demoImages.scenes)];
  expect([...stored.keys()].map((key) => `/media/${key}`).sort()).toEqual(all.sort());
  for (const [key, bytes] of stored) {
    expect(key).toBe(`${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.webp`);
    expect(bytes.subarray(8, 12).toString(), key).toBe('WEBP');
  }
  expect([...stored.values()].reduce((sum, { length }) => sum + length, 0)).toBeLessThan(TOTAL_MAX_BYTES);
});
