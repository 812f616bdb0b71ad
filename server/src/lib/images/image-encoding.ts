import { createHash } from 'node:crypto';
import { IMAGE_MAX_PIXELS, IMAGE_PREVIEW_MAX_PIXELS } from '@hai-dang/contract/constants.ts';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { DomainError } from '../domain-error.ts';
import { estimateMemory, LONGER_SIDE_MAX_PIXELS } from './image-memory.ts';

/** An image that takes longer was made to. */
const TIME_LIMIT_SECONDS = 30;
const FULL_WEBP = { quality: 82, effort: 3 } as const;
const PREVIEW_WEBP = { quality: 72, effort: 3 } as const;
/** Sharper edges of coloured text cost 10 bytes of memory a pixel and most of the time: not for what is larger. */
const SMART_SUBSAMPLE_MAX_PIXELS = 2_048 * 2_048;

export interface EncodedImage {
  /** WebP. */
  bytes: Buffer;
  /** SHA-256 of the bytes, hexadecimal, and '.webp'. */
  name: string;
  /** In pixels. */
  width: number;
  height: number;
}

export interface ProcessedImage {
  full: EncodedImage;
  preview: EncodedImage;
}

/**
 * Decodes an image and encodes what is stored of it; see {@link ImageProcessor.process}.
 * @param reserve waits for the memory that the image takes, in bytes, and gives it back by what it returns
 * @throws {DomainError} IMAGE_TOO_MANY_PIXELS; IMAGE_UNSUPPORTED; whatever `reserve` throws
 */
export async function encodeImage(
  bytes: Uint8Array,
  reserve: (memoryBytes: number) => Promise<() => void>,
): Promise<ProcessedImage> {
  const metadata = await orUnsupported(sharp(bytes, { limitInputPixels: false }).metadata());
  const { width, height } = metadata;
  if (width * height > IMAGE_MAX_PIXELS) throw new DomainError('IMAGE_TOO_MANY_PIXELS');
  const frames = countFrames(metadata);
  const release = await reserve(estimateMemory(metadata, frames));
  try {
    const source = open(bytes, { animated: frames > 1 });
    // An animation has no orientation, and turning it would take it frame by frame.
    const upright = frames > 1 ? source : source.autoOrient();
    const smartSubsample = width * height * frames <= SMART_SUBSAMPLE_MAX_PIXELS;
    const full = await encode(downscale(upright, LONGER_SIDE_MAX_PIXELS).webp({ ...FULL_WEBP, smartSubsample }));
    const preview = await encode(downscale(open(full.bytes, {}), IMAGE_PREVIEW_MAX_PIXELS).webp(PREVIEW_WEBP));
    return { full, preview };
  } finally {
    release();
  }
}

/** @returns of an animation the number of its frames, if they may all be decoded; else 1 */
function countFrames({ width, height, pages = 1 }: Metadata): number {
  return width * height * pages > IMAGE_MAX_PIXELS ? 1 : pages;
}

const open = (bytes: Uint8Array, options: SharpOptions): Sharp =>
  sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error', ...options }).timeout({
    seconds: TIME_LIMIT_SECONDS,
  });

const downscale = (image: Sharp, side: number): Sharp =>
  image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

async function encode(image: Sharp): Promise<EncodedImage> {
  const bytes = await orUnsupported(image.toBuffer());
  // The size of an animation is that of one frame here.
  const { width, height } = await sharp(bytes).metadata();
  return { bytes, name: `${createHash('sha256').update(bytes).digest('hex')}.webp`, width, height };
}

/** Whatever the decoder stumbles over is the image's fault. */
async function orUnsupported<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw Object.assign(new DomainError('IMAGE_UNSUPPORTED'), { cause: error });
  }
}
