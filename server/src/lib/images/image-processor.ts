import { createHash } from 'node:crypto';
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, IMAGE_PREVIEW_MAX_PIXELS } from '@hai-dang/contract/constants.ts';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { DomainError } from '../domain-error.ts';
import { imageKind } from './image-kind.ts';

/** Pictures that are decoded at once; each may take 200 MB and every core. */
const AT_ONCE = 2;
/** Beyond these nobody waits: their bytes are in memory. */
const WAITING_MAX = 16;
const BUSY_RETRY_SECONDS = 3;
/** A picture that takes longer was made to. */
const TIME_LIMIT_SECONDS = 30;
const LONGER_SIDE_MAX_PIXELS = 4_096;
const FULL_WEBP = { quality: 82, effort: 3, smartSubsample: true } as const;
const PREVIEW_WEBP = { quality: 72, effort: 3 } as const;

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

export interface ImageProcessor {
  /**
   * Makes of whatever somebody sends what is stored of it: upright, without metadata, encoded anew, 4 096 pixels on the
   * longer side at most; and a small, still one beside it. An animation stays one.
   * @throws {DomainError} IMAGE_TOO_LARGE; IMAGE_TOO_MANY_PIXELS, before anything is decoded; IMAGE_UNSUPPORTED for what
   *   is no picture or a broken one; SERVICE_UNAVAILABLE when too many wait already
   */
  process(bytes: Uint8Array): Promise<ProcessedImage>;
  /** How many pictures are being decoded and encoded now, and how many wait for that. */
  load(): { running: number; waiting: number };
}

/** One for a process: it also keeps too many pictures from being decoded at once. */
export function createImageProcessor(): ImageProcessor {
  let running = 0;
  const waiting: Array<() => void> = [];

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING_MAX) {
        throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: BUSY_RETRY_SECONDS });
      }
      // Whoever ends hands on the place.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    async process(bytes) {
      if (bytes.byteLength > IMAGE_MAX_BYTES) throw new DomainError('IMAGE_TOO_LARGE');
      if (!imageKind(bytes)) throw new DomainError('IMAGE_UNSUPPORTED');
      return inTurn(() => processNow(bytes));
    },

    load: () => ({ running, waiting: waiting.length }),
  };
}

async function processNow(bytes: Uint8Array): Promise<ProcessedImage> {
  const frames = await countFrames(bytes);
  const source = open(bytes, { animated: frames > 1 });
  // An animation has no orientation, and turning it would take it frame by frame.
  const upright = frames > 1 ? source : source.autoOrient();
  const full = await encode(shrink(upright, LONGER_SIDE_MAX_PIXELS).webp(FULL_WEBP));
  const preview = await encode(shrink(open(full.bytes, {}), IMAGE_PREVIEW_MAX_PIXELS).webp(PREVIEW_WEBP));
  return { full, preview };
}

/** @returns of an animation the number of its frames, if they may all be decoded; else 1 */
async function countFrames(bytes: Uint8Array): Promise<number> {
  const { width, height, pages = 1 } = await orRefuse(sharp(bytes, { limitInputPixels: false }).metadata());
  if (width * height > IMAGE_MAX_PIXELS) throw new DomainError('IMAGE_TOO_MANY_PIXELS');
  return width * height * pages > IMAGE_MAX_PIXELS ? 1 : pages;
}

const open = (bytes: Uint8Array, options: SharpOptions): Sharp =>
  sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error', ...options }).timeout({
    seconds: TIME_LIMIT_SECONDS,
  });

const shrink = (image: Sharp, side: number): Sharp =>
  image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

async function encode(image: Sharp): Promise<EncodedImage> {
  const bytes = await orRefuse(image.toBuffer());
  // Of an animation this tells the size of one frame.
  const { width, height } = await sharp(bytes).metadata();
  return { bytes, name: `${createHash('sha256').update(bytes).digest('hex')}.webp`, width, height };
}

/** Whatever the decoder stumbles over is the picture's fault. */
async function orRefuse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw Object.assign(new DomainError('IMAGE_UNSUPPORTED'), { cause: error });
  }
}
