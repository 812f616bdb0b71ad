import { IMAGE_MAX_BYTES } from '@hai-dang/contract/constants.ts';
import { createSemaphore } from '../async/semaphore.ts';
import { DomainError } from '../domain-error.ts';
import type { ProcessedImage } from './image-encoding.ts';
import { createImageProcess, type ImageProcess, type Outcome, ProcessLost } from './image-process.ts';
import { detectImageType } from './image-type.ts';

/** Images that are decoded at once, if their memory allows. */
const CONCURRENCY = 2;
/** Beyond these none waits: their bytes are in memory. */
const MAX_QUEUE = 16;
const BUSY_RETRY_SECONDS = 3;

export interface ImageProcessor {
  /**
   * Makes of whatever a client sends what is stored of it: upright, without metadata, encoded anew, 4 096 pixels on the
   * longer side at most; and a small, still one beside it. An animation stays one.
   * @throws {DomainError} IMAGE_TOO_LARGE; IMAGE_TOO_MANY_PIXELS and IMAGE_TOO_COMPLEX, before anything is decoded;
   *   IMAGE_TOO_COMPLEX also for what takes too long or too much memory; IMAGE_UNSUPPORTED for what is no image or a
   *   broken one; SERVICE_UNAVAILABLE when too many wait already
   */
  process(bytes: Uint8Array): Promise<ProcessedImage>;
  /** How many images are being decoded and encoded now, and how many wait for that. */
  load(): { running: number; waiting: number };
}

const busy = () => new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: BUSY_RETRY_SECONDS });

/** One for a server: it also keeps too many images from being decoded at once. */
export function createImageProcessor(worker: ImageProcess = createImageProcess()): ImageProcessor {
  const semaphore = createSemaphore({ concurrency: CONCURRENCY, maxQueue: MAX_QUEUE, full: busy });
  /** Images that were in the process together when it ended run once more here, each alone. */
  const again = createSemaphore({ concurrency: 1, maxQueue: CONCURRENCY, full: busy });

  async function run(bytes: Uint8Array): Promise<Outcome> {
    try {
      return await worker.run(bytes);
    } catch (error) {
      if (!(error instanceof ProcessLost)) throw error;
      if (error.isToBlame) return { kind: 'tooComplex' };
    }
    return again
      .run(() => worker.run(bytes))
      .catch((error: unknown) => {
        if (error instanceof ProcessLost && error.isToBlame) return { kind: 'tooComplex' };
        throw Object.assign(busy(), { cause: error });
      });
  }

  return {
    async process(bytes) {
      if (bytes.byteLength > IMAGE_MAX_BYTES) throw new DomainError('IMAGE_TOO_LARGE');
      if (!detectImageType(bytes)) throw new DomainError('IMAGE_UNSUPPORTED');
      const outcome = await semaphore.run(() => run(bytes));
      if (outcome.kind === 'done') return outcome.image;
      if (outcome.kind === 'tooComplex') throw new DomainError('IMAGE_TOO_COMPLEX');
      throw failureOf(outcome);
    },
    load: semaphore.load,
  };
}

function failureOf({ code, reason }: Extract<Outcome, { kind: 'failed' }>): DomainError {
  if (code === 'IMAGE_TOO_MANY_PIXELS' || code === 'IMAGE_TOO_COMPLEX') return new DomainError(code);
  // Some decoders say so instead of ending the process.
  if (/memory/i.test(reason)) return new DomainError('IMAGE_TOO_COMPLEX');
  return Object.assign(new DomainError('IMAGE_UNSUPPORTED'), { cause: new Error(reason) });
}
