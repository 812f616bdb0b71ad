import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { deepAvif, deepInterlacedPng, noisyPng, pngOf, progressiveJpeg } from '../../testing/test-images.ts';
import { estimateMemory } from './image-memory.ts';
import { createImageProcess } from './image-process.ts';
import { createImageProcessor } from './image-processor.ts';

const MEBIBYTE = 1024 * 1024;
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

describe('estimateMemory', () => {
  const square = { width: 6_320, height: 6_320, channels: 3, depth: 'uchar', hasAlpha: false } as const;
  test.each([
    ['a JPEG', { ...square, format: 'jpeg' }, 150],
    ['a progressive JPEG', { ...square, format: 'jpeg', isProgressive: true }, 350],
    ['an AVIF', { ...square, format: 'heif' }, 512],
    ['an AVIF of 10 bits', { ...square, format: 'heif', depth: 'ushort' }, 912],
    ['a PNG of 16 bits', { ...square, format: 'png', depth: 'ushort' }, 180],
    ['an interlaced PNG of 16 bits', { ...square, format: 'png', depth: 'ushort', isProgressive: true }, 345],
    [
      'an interlaced, transparent PNG of 16 bits',
      { ...square, format: 'png', depth: 'ushort', isProgressive: true, channels: 4, hasAlpha: true },
      550,
    ],
  ] as const)('%s of 39.9 megapixels', (_what, shape, about) => {
    const megabytes = estimateMemory({ isProgressive: false, ...shape }, 1) / MEBIBYTE;
    expect(megabytes).toBeGreaterThan(about * 0.9);
    expect(megabytes).toBeLessThan(about * 1.1);
  });
});

describe('process', () => {
  test('an image above the memory limit for images: IMAGE_TOO_COMPLEX', {
    timeout: 60_000,
  }, async () => {
    const { process } = createImageProcessor();
    expect(await codeOf(process(await deepAvif()))).toBe('IMAGE_TOO_COMPLEX');
    expect(await codeOf(process(await deepInterlacedPng()))).toBe('IMAGE_TOO_COMPLEX');
  });

  test('an image above the memory limit of its process: IMAGE_TOO_COMPLEX, and the next one succeeds', {
    timeout: 60_000,
  }, async () => {
    const { process } = createImageProcessor(createImageProcess({ memoryMaxBytes: 200 * MEBIBYTE }));
    expect(await codeOf(process(await progressiveJpeg()))).toBe('IMAGE_TOO_COMPLEX');
    expect(await codeOf(process(await pngOf()))).toBe('done');
  });

  test('an image that times out: IMAGE_TOO_COMPLEX; the process is restarted, and the other image succeeds', {
    timeout: 60_000,
  }, async () => {
    const worker = createImageProcess({ timeLimitMs: 2_500 });
    const { process: processImage } = createImageProcessor(worker);
    const bytes = await pngOf();
    await processImage(bytes);
    const before = worker.pid() ?? 0;
    const outcomes = [bytes, bytes].map((each) => codeOf(processImage(each)));
    process.kill(before, 'SIGSTOP');
    expect(await Promise.all(outcomes)).toEqual(['IMAGE_TOO_COMPLEX', 'done']);
    expect(worker.pid()).not.toBe(before);
  });

  test('images whose process is killed: each is processed by a new process', { timeout: 60_000 }, async () => {
    const worker = createImageProcess();
    const { process: processImage } = createImageProcessor(worker);
    await processImage(await pngOf());
    const bytes = await noisyPng(1_000);
    const outcomes = [bytes, bytes].map((each) => codeOf(processImage(each)));
    process.kill(worker.pid() ?? 0, 'SIGKILL');
    expect(await Promise.all(outcomes)).toEqual(['done', 'done']);
  });

  test.runIf(process.platform === 'linux')(
    'the process: has none of the settings, a memory limit, and a lowered CPU priority',
    async () => {
      const worker = createImageProcess();
      await createImageProcessor(worker).process(await pngOf());
      const read = (name: string) => readFile(`/proc/${worker.pid()}/${name}`, 'utf8');
      const names = (await read('environ')).split('\0').map((each) => each.split('=', 1)[0]);
      expect(
        names.filter((name) => !/^(MALLOC_ARENA_MAX|NODE_CHANNEL_\w+|PWD|OLDPWD|_|SHLVL|)$/.test(name ?? '')),
      ).toEqual([]);
      const [, limit] = /^Max data size\s+(\d+)/m.exec(await read('limits')) ?? [];
      expect(Number(limit)).toBeLessThan(1_300 * MEBIBYTE);
      const nice = (await read('stat')).replace(/^.*\) /s, '').split(' ')[16];
      expect(Number(nice)).toBeGreaterThan(0);
    },
  );
});
