import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Color } from 'sharp';

interface ImageOptions {
  width?: number;
  height?: number;
  background?: Color;
}

const blank = ({ width = 60, height = 40, background = '#2f86c9' }: ImageOptions) =>
  sharp({ create: { width, height, channels: 3, background } });

/** A PNG of one colour. */
export const pngOf = (options: ImageOptions = {}): Promise<Buffer> => blank(options).png().toBuffer();

/** A JPEG of one colour with EXIF orientation and GPS position. */
export const lyingJpeg = (options: ImageOptions = {}): Promise<Buffer> =>
  blank(options)
    .withExif({ IFD0: { Copyright: 'Tran Thi Lan' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '16/1 3/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** A GIF with one frame per colour, four at most. */
export async function animatedGif(colours: readonly Color[], options: ImageOptions = {}): Promise<Buffer> {
  const frames = await Promise.all(colours.map((background) => pngOf({ ...options, background })));
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: frames.map(() => 100), effort: 1, dither: 0, colours: 4 })
    .toBuffer();
}

/** A noise image, which hardly compresses: a PNG of about three bytes a pixel. */
export const noisyPng = (side: number): Promise<Buffer> =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', sigma: 60, mean: 128 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();

const HUGE_SIDE_PIXELS = 14_000;

/** Images of 14 000 × 14 000 pixels of one colour, therefore small files, by format. */
export async function hugeImages(): Promise<Record<'png' | 'jpeg' | 'webp', Buffer>> {
  const options = { width: HUGE_SIDE_PIXELS, height: HUGE_SIDE_PIXELS };
  return {
    png: await pngOf(options),
    jpeg: await blank(options).jpeg({ quality: 1 }).toBuffer(),
    webp: await blank(options).webp({ quality: 1, effort: 0 }).toBuffer(),
  };
}

/** 39.9 megapixels, below the pixel limit, in a small file. */
const LARGE_SIDE_PIXELS = 6_320;

/** An AVIF of 12 bits a sample with transparency, {@link LARGE_SIDE_PIXELS} square, of one colour. */
export const deepAvif = (): Promise<Buffer> => readFile(path.join(import.meta.dirname, 'images/12-bit-6320x6320.avif'));

/** An interlaced PNG of 16 bits a sample with transparency, of the same size. It takes seconds to make. */
export const deepInterlacedPng = (): Promise<Buffer> =>
  sharp({
    create: {
      width: LARGE_SIDE_PIXELS,
      height: LARGE_SIDE_PIXELS,
      channels: 4,
      background: { r: 47, g: 134, b: 201, alpha: 0.5 },
    },
  })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer();

/**
 * A progressive JPEG of the same size, which is accepted: of the accepted images without transparency it needs the most
 * memory.
 */
export const progressiveJpeg = (side = LARGE_SIDE_PIXELS): Promise<Buffer> =>
  blank({ width: side, height: side }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
