import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type BucketHealth, createBucketHealth } from '../lib/images/bucket-health.ts';
import { withFallback } from '../lib/images/fallback-image-store.ts';
import { createDiskImageStore, type ImageStore } from '../lib/images/image-store.ts';
import type { S3Settings, S3Timeouts } from '../lib/images/s3-image-store.ts';
import type { Log } from '../lib/logger.ts';
import type { CallObserver } from '../lib/observed-call.ts';
import type { Config } from './config.ts';
import { StartupError } from './startup.ts';

/** The pause between two checks of a bucket that is away. */
const CHECK_PAUSE_MS = 5_000;

/** Where images are stored on the disk. */
export const mediaDirOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'media');

type Bucket = ImageStore & Pick<BucketHealth, 'isAvailable' | 'close'>;

interface BucketOptions {
  onCall?: CallObserver | undefined;
  timeouts?: Partial<S3Timeouts>;
  checkPauseMs?: number;
}

/**
 * Opens the image store: the bucket, or without one a folder on the disk. With a bucket, images that are still in the
 * folder are served from there.
 * @throws {StartupError} when the bucket is not there, or rejects the key; one that does not respond may come back
 */
export async function openImageStore(
  config: Pick<Config, 'dataDir' | 's3'>,
  log: Log,
  options?: BucketOptions,
): Promise<{ images: ImageStore; bucket?: Bucket }> {
  const mediaDir = mediaDirOf(config);
  const disk = createDiskImageStore(mediaDir);
  if (config.s3) {
    const bucket = await openBucket(config.s3, log, options);
    return { images: withFallback(bucket, disk), bucket };
  }
  await mkdir(mediaDir, { recursive: true });
  return { images: disk };
}

/**
 * Opens the bucket alone. Its SDK is loaded only here, for those who use it.
 * @throws {StartupError} see {@link openImageStore}
 */
export async function openBucket(
  settings: S3Settings,
  log: Log,
  { onCall, timeouts, checkPauseMs = CHECK_PAUSE_MS }: BucketOptions = {},
): Promise<Bucket> {
  const { createS3ImageStore, S3ConfigError } = await import('../lib/images/s3-image-store.ts');
  let health: BucketHealth | undefined;
  const observe: CallObserver = (call) => {
    health?.note(call.error);
    onCall?.(call);
  };
  const store = createS3ImageStore(settings, observe, timeouts);
  const failure: unknown = await store.check().catch((error: unknown) => error);
  if (failure instanceof S3ConfigError) {
    throw new StartupError(
      `The bucket ${settings.bucket} cannot be used (${failure.message}): look at S3_BUCKET, S3_REGION, ` +
        'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_ENDPOINT, and at what the key may do.',
    );
  }
  health = createBucketHealth({ check: store.check, log, pauseMs: checkPauseMs });
  if (failure !== undefined) health.note(failure);
  return { ...store, isAvailable: health.isAvailable, close: health.close };
}
