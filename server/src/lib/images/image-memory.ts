import type { Metadata } from 'sharp';

export const LONGER_SIDE_MAX_PIXELS = 4_096;

type Shape = Pick<Metadata, 'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'hasAlpha'>;

/** The AVIF decoder's own bytes for each byte of the decoded image (measured, docs/decisions/036). */
const AVIF_FACTOR = 3.5;
/** Coefficients of all scans are kept, two bytes each. */
const PROGRESSIVE_JPEG_FACTOR = 2;
/** Row by row: what is held does not grow with the image's height. */
const STREAMED_FACTOR = 0.25;
/** Bytes a pixel that encoding takes, with and without transparency. */
const ENCODING_BYTES = { opaque: 7, transparent: 16 } as const;

/** The memory that decoding and encoding an image takes at the most, in bytes, as far as its head shows. */
export function estimateMemory(shape: Shape, frames: number): number {
  const { width, height, channels, depth, hasAlpha } = shape;
  const pixels = width * height;
  const scale = Math.min(1, LONGER_SIDE_MAX_PIXELS / Math.max(width, height));
  const decoded = pixels * frames * channels * bytesPerSample(depth) * decodingFactor(shape);
  return decoded + pixels * scale ** 2 * ENCODING_BYTES[hasAlpha ? 'transparent' : 'opaque'];
}

const bytesPerSample = (depth: Shape['depth']): number => (depth === 'uchar' ? 1 : 2);

function decodingFactor({ format, isProgressive }: Shape): number {
  if (format === 'heif') return AVIF_FACTOR;
  if (format === 'jpeg') return isProgressive ? PROGRESSIVE_JPEG_FACTOR : STREAMED_FACTOR;
  if (format === 'png') return isProgressive ? 1 : STREAMED_FACTOR;
  // WebP and GIF: all frames are decoded as a whole.
  return 1;
}
