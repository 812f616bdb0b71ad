import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createImageProcessor } from './image-processor.ts';
import { detectImageType, type ImageType } from './image-type.ts';

const image = sharp({ create: { width: 12, height: 8, channels: 3, background: '#2f86c9' } });
const kinds = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const satisfies readonly ImageType[];
const beginnings: Record<ImageType, Buffer> = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
  gif: Buffer.from('GIF89a'),
  webp: Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
  avif: Buffer.from('\0\0\0\x1cftypavif\0\0\0\0'),
};

describe('detectImageType', () => {
  test.each(kinds)('recognises a %s', async (kind) => {
    expect(detectImageType(await image.clone().toFormat(kind).toBuffer())).toBe(kind);
  });

  test.each([
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<?xml version="1.0"?><svg/>',
    '%PDF-1.7',
    'II*\0',
    'BM',
    '',
  ])('returns no displayable format for %j, also with that in the middle', (text) => {
    expect(detectImageType(Buffer.from(text))).toBeNull();
    expect(detectImageType(Buffer.from(`   ${text}`))).toBeNull();
  });

  test('does not take other films and images in the same container for AVIF', () => {
    for (const brand of ['heic', 'mif1', 'isom', 'mp42', 'qt  ']) {
      expect(detectImageType(Buffer.from(`\0\0\0\x14ftyp${brand}\0\0\0\0${brand}`))).toBeNull();
    }
    expect(detectImageType(Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0miafavif'))).toBe('avif');
  });

  test('depends only on the first bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.uint8Array({ maxLength: 300 }), (kind, rest) => {
        expect(detectImageType(Buffer.concat([beginnings[kind], rest]))).toBe(kind);
      }),
    );
  });
});

test('process: any bytes are processed or rejected by their detected format', async () => {
  const { process } = createImageProcessor();
  const real = await Promise.all(kinds.map((kind) => image.clone().toFormat(kind).toBuffer()));
  const spoilt = fc
    .tuple(fc.constantFrom(...real), fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 20 }))
    .map(([bytes, at, junk]) => {
      const from = at % bytes.length;
      return Buffer.concat([bytes.subarray(0, from), junk, bytes.subarray(from + junk.length)]);
    });
  const begun = fc
    .tuple(fc.constantFrom(...Object.values(beginnings)), fc.uint8Array({ maxLength: 200 }))
    .map((parts) => Buffer.concat(parts));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 300 }), begun, spoilt), async (bytes) => {
      const outcome = await process(bytes).then(
        ({ full }) => full.width > 0,
        (error: { code?: string }) => error.code,
      );
      expect([true, 'IMAGE_UNSUPPORTED', 'IMAGE_TOO_MANY_PIXELS', 'IMAGE_TOO_COMPLEX']).toContain(outcome);
    }),
    { numRuns: 200 },
  );
});

test('process: two at once and sixteen waiting are done, the nineteenth answers SERVICE_UNAVAILABLE', async () => {
  const { process } = createImageProcessor();
  const bytes = await image.clone().png().toBuffer();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () =>
      process(bytes).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      ),
    ),
  );
  expect(outcomes).toEqual([...Array<string>(18).fill('done'), 'SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE']);
  await expect(process(bytes)).resolves.toMatchObject({ full: { width: 12, height: 8 } });
});
